import type { PropertyKind, ResolvedEntity, ResolvedProperty } from '../entity/schema.ts'

/** Offset of the vtable in every object the writer makes: right after the root offset. */
export const VTABLE_AT = 4

export interface FieldLayout {
  readonly property: ResolvedProperty
  /** Index of the property in `EntitySchema.properties`. */
  readonly index: number
  /** Bytes of the field within the table. */
  readonly width: 1 | 2 | 4 | 8
  /** Byte offset from the start of the object. */
  readonly at: number
  /** Byte offset from the start of the table, which is what the vtable holds. */
  readonly inTable: number
}

/**
 * The fixed part of an entity's objects: root offset, vtable, table. All objects of an entity have
 * the same, except that the vtable holds 0 where a value is null.
 */
export interface Layout {
  readonly tableAt: number
  /** Vtable slots, which are property ids - 1. */
  readonly slotCount: number
  readonly tableBytes: number
  /** Where strings and vectors start. */
  readonly fixedBytes: number
  readonly idAt: number
  /** In the order of the definition. */
  readonly fields: readonly FieldLayout[]
}

const fieldWidths: Partial<Record<PropertyKind, 1 | 2 | 4 | 8>> = {
  id: 8,
  bool: 1,
  int8: 1,
  uint8: 1,
  int16: 2,
  uint16: 2,
  int32: 4,
  uint32: 4,
  int64: 8,
  uint64: 8,
  float: 4,
  double: 8,
  date: 8,
  dateNano: 8,
  toOne: 8,
}

/** Strings, vectors and flex values are 4-byte offsets to data behind the table. */
function fieldWidth(kind: PropertyKind): 1 | 2 | 4 | 8 {
  return fieldWidths[kind] ?? 4
}

/** Widest fields first, so that no padding is needed between them. */
export function computeLayout(entity: ResolvedEntity): Layout {
  const slotCount = Math.max(...entity.properties.map(({ id }) => id))
  const tableAt = roundUp(VTABLE_AT + 4 + 2 * slotCount, 4)
  const places = new Map<ResolvedProperty, number>()
  let at = tableAt + 4
  const bySize = entity.properties.toSorted(
    (a, b) => fieldWidth(b.schema.kind) - fieldWidth(a.schema.kind),
  )
  if (at % 8 !== 0) {
    // A 4-byte field fills what would be padding before the 8-byte ones.
    const filler = bySize.findIndex(({ schema }) => fieldWidth(schema.kind) === 4)
    if (filler !== -1) places.set(bySize.splice(filler, 1)[0]!, at)
    at += 4
  }
  for (const property of bySize) {
    places.set(property, at)
    at += fieldWidth(property.schema.kind)
  }
  const fields = entity.properties.map((property, index): FieldLayout => {
    const place = places.get(property)!
    const width = fieldWidth(property.schema.kind)
    return { property, index, width, at: place, inTable: place - tableAt }
  })
  const idAt = fields.find(({ property }) => property.schema.kind === 'id')!.at
  return { tableAt, slotCount, tableBytes: at - tableAt, fixedBytes: roundUp(at, 4), idAt, fields }
}

function roundUp(value: number, multiple: number): number {
  return Math.ceil(value / multiple) * multiple
}
