/** The cities nearest to a place, by an HNSW index. Run: node examples/vector-search.ts */
import { entity, floatVector, id, openStore, string } from '@rowrate/objectbox'

const City = entity('City', {
  id: id(),
  name: string(),
  // Latitude and longitude; `geo` measures along the surface of the earth, in kilometres.
  location: floatVector().hnsw({ dimensions: 2, distance: 'geo' }),
})

using store = openStore({ directory: 'memory:cities', entities: [City] })
const cities = store.box(City)

cities.putMany([
  { name: 'Barcelona', location: [41.3874, 2.1686] },
  { name: 'Berlin', location: [52.52, 13.405] },
  { name: 'Brno', location: [49.1951, 16.6068] },
  { name: 'Copenhagen', location: [55.6761, 12.5683] },
  { name: 'Kraków', location: [50.0647, 19.945] },
  { name: 'Vienna', location: [48.2082, 16.3738] },
  { name: 'Zürich', location: [47.3769, 8.5417] },
])

const prague = [50.0755, 14.4378]

using nearPrague = cities.query((city) => city.location.nearestNeighbors(prague, 3)).build()
for (const { object, score } of nearPrague.findWithScores()) {
  console.log(`${object.name}: ${Math.round(score)} km`)
}

// Other conditions narrow the result.
const withK = cities.find((city) =>
  city.location.nearestNeighbors(prague, 5).and(city.name.startsWith('K')),
)
console.log(withK.map(({ name }) => name).join(', '))
