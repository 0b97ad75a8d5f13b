import { describe, expect, test } from 'vitest'
import { entity, id, int16, int32, string, uint16, type AnyEntity } from '../../src/entity/index.ts'
import type { SyncOptions } from '../../src/model/index.ts'
import { changesOf, countingUids, sync } from './sync-with.ts'

describe('a changed entity', () => {
  const Old = entity('Note', { id: id(), text: string().index(), level: int16() })
  const old = sync([Old])
  const textUid = old.resolved.entities[0]!.properties[1]!.uid
  const resync = (changed: AnyEntity, options: SyncOptions = {}) =>
    sync([changed], old.json, { randomUid: countingUids(5001n), ...options })

  test('gives an added property the next id', () => {
    const result = resync(
      entity('Note', { id: id(), rank: int32(), text: string().index(), level: int16() }),
    )
    expect(changesOf(result)).toEqual(['added Note.rank'])
    expect(result.resolved.entities[0]!.properties.map(({ id: given }) => given)).toEqual([
      1, 4, 2, 3,
    ])
    expect(result.warnings).toEqual([])
  })

  test('retires a removed property and its index, and never gives the id again', () => {
    const removed = resync(entity('Note', { id: id(), level: int16() }))
    expect(changesOf(removed)).toEqual(['removed Note.text'])
    expect(removed.json.retiredPropertyUids).toEqual([textUid])
    expect(removed.json.retiredIndexUids).toHaveLength(1)
    const back = sync([Old], removed.json, { randomUid: countingUids(6001n) })
    expect(back.resolved.entities[0]!.properties[1]).toMatchObject({ id: 4, index: { id: 2 } })
  })

  test('keeps id and uid of a property renamed by its uid', () => {
    const result = resync(
      entity('Note', { id: id(), title: string().index().uid(textUid), level: int16() }),
    )
    expect(changesOf(result)).toEqual(['renamed Note.text -> Note.title'])
    expect(result.resolved.entities[0]!.properties[1]).toMatchObject({ id: 2, uid: textUid })
    expect(result.json.retiredPropertyUids).toEqual([])
  })

  test('warns where a removal beside an addition looks like a rename', () => {
    const result = resync(entity('Note', { id: id(), title: string().index(), level: int16() }))
    expect(result.warnings).toEqual([
      `property Note.text was removed and Note.title added; if that is a rename, give the new name the uid '${textUid}' to keep the stored values`,
    ])
  })

  test('does not warn where the types differ', () => {
    const result = resync(entity('Note', { id: id(), count: int32(), level: int16() }))
    expect(changesOf(result)).toEqual(['added Note.count', 'removed Note.text'])
    expect(result.warnings).toEqual([])
  })

  test('refuses another type and offers a uid that starts the property anew', () => {
    const Changed = entity('Note', { id: id(), text: string().index(), level: int32() })
    expect(() => resync(Changed)).toThrow(
      "Note.level is stored as short, but defined as int. Define it as before, or start it anew without the stored values: .uid('5001')",
    )
    const Anew = entity('Note', { id: id(), text: string().index(), level: int32().uid(5001n) })
    const result = resync(Anew)
    expect(changesOf(result)).toEqual(['retyped Note.level'])
    expect(result.resolved.entities[0]!.properties[2]).toMatchObject({ id: 4, uid: 5001n, type: 5 })
    expect(result.json.retiredPropertyUids).toHaveLength(1)
    expect(result.warnings).toEqual([])
  })

  test('refuses another sign', () => {
    const Changed = entity('Note', { id: id(), text: string().index(), level: uint16() })
    expect(() => resync(Changed)).toThrow(
      'Note.level is stored as short, but defined as unsigned short',
    )
  })

  test('adds, removes and replaces indexes under new index ids', () => {
    const added = resync(
      entity('Note', { id: id(), text: string().index(), level: int16().index() }),
    )
    expect(changesOf(added)).toEqual(['index added Note.level'])
    const removed = resync(entity('Note', { id: id(), text: string(), level: int16() }))
    expect(changesOf(removed)).toEqual(['index removed Note.text'])
    const other = resync(
      entity('Note', { id: id(), text: string().index('value'), level: int16() }),
    )
    expect(changesOf(other)).toEqual(['index removed Note.text', 'index added Note.text'])
    expect(other.resolved.entities[0]!.properties[1]).toMatchObject({ flags: 8, index: { id: 2 } })
  })

  test('keeps its data when renamed by its uid', () => {
    const uid = old.resolved.entities[0]!.uid
    const Memo = entity('Memo', { id: id(), text: string().index(), level: int16() }, { uid })
    expect(changesOf(resync(Memo))).toEqual(['renamed Note -> Memo'])
  })

  test('keeps flags that another language set', () => {
    const json = structuredClone(old.json)
    json.entities[0]!.properties[2]!.flags = 4
    const result = sync([Old], json)
    expect(result.changes).toEqual([])
    expect(result.resolved.entities[0]!.properties[2]!.flags).toBe(4)
  })
})
