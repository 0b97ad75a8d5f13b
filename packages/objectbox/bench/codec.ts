import {
  generateCodec,
  InterpretedCodec,
  ReadArena,
  SPAN_WORDS,
  WriteBuffer,
  type Codec,
} from '../src/codec/index.ts'
import { date, entity, id, int16, string, type ResolvedEntity } from '../src/entity/index.ts'

const COUNT = 10_000
const ROUNDS = 31

const Journal = entity('Journal', {
  id: id(),
  timestamp: date(),
  level: int16().index(),
  text: string().index(),
})
const resolved: ResolvedEntity = {
  id: 1,
  uid: 1n,
  name: 'Journal',
  flags: 0,
  lastPropertyId: { id: 4, uid: 4n },
  properties: Journal.schema.properties.map((schema, index) => ({
    id: index + 1,
    uid: BigInt(index + 1),
    name: schema.name,
    type: schema.type,
    flags: schema.flags,
    schema,
  })),
  relations: [],
  schema: Journal.schema,
}
const objects = Array.from({ length: COUNT }, (_, i) => ({
  id: i + 1,
  timestamp: new Date(1_700_000_000_000 + i),
  level: (i % 5) * 10,
  text: `message number ${String(i).padStart(10, '0')}`,
}))

/** Objects per second of the fastest of several rounds, in millions. */
function rate(work: () => unknown): string {
  let bestNs = Number.POSITIVE_INFINITY
  for (let round = 0; round < ROUNDS; round++) {
    const start = process.hrtime.bigint()
    work()
    bestNs = Math.min(bestNs, Number(process.hrtime.bigint() - start))
  }
  return ((COUNT / bestNs) * 1e3).toFixed(2).padStart(6)
}

function measure(codec: Codec): void {
  const buffer = new WriteBuffer()
  const encode = rate(() => {
    buffer.clear()
    codec.encodeMany(objects, buffer)
  })
  const offsets = Uint32Array.from(objects, (_, i) => buffer.spans[i * SPAN_WORDS]!)
  const arena = new ReadArena(buffer.buffer)
  const decode = rate(() => codec.decodeMany(arena, offsets, COUNT))
  const bytes = buffer.spans[1]
  process.stdout.write(
    `${codec.mode.padEnd(12)} encode ${encode} M/s   decode ${decode} M/s   ${bytes} bytes each\n`,
  )
}

process.stdout.write(`${COUNT} Journal objects, best of ${ROUNDS} rounds\n`)
measure(generateCodec(resolved))
measure(new InterpretedCodec(resolved))
