import {
  vectorDistanceNumber,
  type HnswOptions,
  type IdUid,
  type ResolvedEntity,
  type ResolvedModel,
  type ResolvedProperty,
} from '../entity/schema.ts'
import { ProgramWriter } from './program-writer.ts'

/** `ModelStep` of native/src/model_program.cc. */
const Step = {
  entity: 1,
  property: 2,
  relation: 3,
  lastPropertyId: 4,
  lastIds: 5,
  propertyIndex: 6,
  propertyRelation: 7,
  propertyHnsw: 8,
} as const

/** The model as a program for the native side. */
export function modelProgram(model: ResolvedModel): Uint8Array {
  const writer = new ProgramWriter()
  for (const entity of model.entities) writeEntity(writer, entity)
  writer.byte(Step.lastIds)
  for (const last of [model.lastEntityId, model.lastIndexId, model.lastRelationId]) {
    writeIdUid(writer, last)
  }
  return writer.bytes().slice()
}

function writeEntity(writer: ProgramWriter, entity: ResolvedEntity): void {
  writeIdUid(writer.byte(Step.entity).text(entity.name), entity).word(entity.flags)
  for (const property of entity.properties) writeProperty(writer, property)
  for (const relation of entity.relations) {
    writeIdUid(
      writeIdUid(writer.byte(Step.relation).text(relation.name), relation),
      relation.target,
    )
  }
  writeIdUid(writer.byte(Step.lastPropertyId), entity.lastPropertyId)
}

function writeProperty(writer: ProgramWriter, property: ResolvedProperty): void {
  writer.byte(Step.property).text(property.name).word(property.type)
  writeIdUid(writer, property).word(property.flags)
  const { index, relationTarget } = property
  if (relationTarget !== undefined && index !== undefined) {
    writeIdUid(writer.byte(Step.propertyRelation).text(relationTarget), index)
  } else if (index !== undefined) {
    writeIdUid(writer.byte(Step.propertyIndex), index)
  }
  if (property.schema.hnsw !== undefined) writeHnsw(writer, property.schema.hnsw)
}

function writeHnsw(writer: ProgramWriter, hnsw: HnswOptions): void {
  writer
    .byte(Step.propertyHnsw)
    .word(hnsw.dimensions)
    .word(hnsw.distance === undefined ? 0 : vectorDistanceNumber[hnsw.distance])
    .word(hnsw.neighborsPerNode ?? 0)
    .word(hnsw.indexingSearchCount ?? 0)
    .word(hnsw.flags ?? 0)
    .word(hnsw.vectorCacheHintSizeKb ?? 0)
    .float(hnsw.reparationBacklinkProbability ?? -1)
}

function writeIdUid(writer: ProgramWriter, key: IdUid): ProgramWriter {
  return writer.word(key.id).int64(key.uid)
}
