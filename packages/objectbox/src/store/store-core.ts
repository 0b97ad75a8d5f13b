import { compileCodec, type Codec } from '../codec/index.ts'
import type { AnyEntity } from '../entity/entity.ts'
import type { ResolvedEntity, ResolvedModel } from '../entity/schema.ts'
import { SchemaError } from '../error/objectbox-error.ts'
import type { Addon, BoxHandle, QueryHandle, StoreHandle } from '../native/addon.ts'

const SCHEMA_ERROR = 10_501
const MAXIMUM_SPARE_QUERIES = 64

/** An entity in an open store: its ids there, its codec and its native box, made on first use. */
export class BoundEntity {
  readonly definition: AnyEntity
  readonly resolved: ResolvedEntity
  readonly box: BoxHandle
  #codec: Codec | undefined

  constructor(core: StoreCore, definition: AnyEntity, resolved: ResolvedEntity) {
    this.definition = definition
    this.resolved = resolved
    if (!core.isModelChecked) checkStoredSchema(core, resolved)
    this.box = core.native.storeBox(core.handle, resolved.id)
  }

  get codec(): Codec {
    this.#codec ??= codecOf(this.resolved)
    return this.#codec
  }
}

/** What the parts of an open store share. */
export class StoreCore {
  readonly native: Addon
  readonly handle: StoreHandle
  readonly model: ResolvedModel
  /** Whether the library itself compared the model with the stored schema at this open. */
  readonly isModelChecked: boolean
  readonly directory: string
  readonly #definitions: readonly AnyEntity[]
  readonly #bound = new Map<string, BoundEntity>()
  readonly #spareQueries: QueryHandle[] = []

  constructor(options: {
    readonly native: Addon
    readonly handle: StoreHandle
    readonly model: ResolvedModel
    readonly isModelChecked: boolean
    readonly directory: string
    readonly definitions: readonly AnyEntity[]
  }) {
    this.native = options.native
    this.handle = options.handle
    this.model = options.model
    this.isModelChecked = options.isModelChecked
    this.directory = options.directory
    this.#definitions = options.definitions
  }

  bind(definition: AnyEntity): BoundEntity {
    const bound = this.#bound.get(definition.name) ?? this.#bindNamed(definition.name)
    if (bound.definition === definition) return bound
    throw new TypeError(`the store ${this.directory} was opened with another ${definition.name}`)
  }

  entityNamed(name: string): ResolvedEntity {
    const entity = this.model.entities.find((candidate) => candidate.name === name)
    if (entity !== undefined) return entity
    throw new TypeError(`the store ${this.directory} was opened without the entity ${name}`)
  }

  /** Builds a native query, in a handle that was closed where there is one. */
  buildQuery(entityId: number, program: Uint8Array): QueryHandle {
    return this.native.queryBuild(this.handle, entityId, program, this.#spareQueries.pop())
  }

  /**
   * Closes a native query. Its handle is used again: the caller must forget it. Node would keep
   * what belongs to a dropped handle until the next turn of the event loop.
   */
  closeQuery(query: QueryHandle): void {
    this.native.queryClose(query)
    if (this.#spareQueries.length < MAXIMUM_SPARE_QUERIES) this.#spareQueries.push(query)
  }

  definitionOf(entityId: number): AnyEntity | undefined {
    const name = this.model.entities.find(({ id }) => id === entityId)?.name
    return this.#definitions.find((definition) => definition.name === name)
  }

  #bindNamed(name: string): BoundEntity {
    const definition = this.#definitions.find((candidate) => candidate.name === name)
    if (definition === undefined) {
      throw new TypeError(`the store ${this.directory} was opened without the entity ${name}`)
    }
    const bound = new BoundEntity(this, definition, this.entityNamed(name))
    this.#bound.set(name, bound)
    return bound
  }
}

/** Compiled once per resolved entity, which a process opening many stores of one model shares. */
const codecs = new WeakMap<ResolvedEntity, Codec>()

function codecOf(entity: ResolvedEntity): Codec {
  let codec = codecs.get(entity)
  if (codec === undefined) {
    codec = compileCodec(entity)
    codecs.set(entity, codec)
  }
  return codec
}

/** Where the library did not compare the schemas, reading with other ids would read other bytes. */
function checkStoredSchema(core: StoreCore, entity: ResolvedEntity): void {
  const { native, handle, directory } = core
  const differs =
    native.storeEntityId(handle, entity.name) !== entity.id ||
    entity.properties.some(({ id, name }) => native.storePropertyId(handle, entity.id, name) !== id)
  if (!differs) return
  throw new SchemaError(
    `the schema stored in ${directory} has another ${entity.name} than the model file; ` +
      "open the store once with modelSync: 'always'",
    { code: SCHEMA_ERROR },
  )
}
