import { randomBytes } from 'node:crypto'
import type { IdUid } from '../entity/schema.ts'
import { ModelError } from './model-error.ts'

const NO_ID: IdUid = { id: 0, uid: 0n }

export function formatIdUid({ id, uid }: IdUid): string {
  return `${id}:${uid}`
}

/** Reads `"id:uid"`; an empty text, which some generators write for "none yet", is 0:0. */
export function parseIdUid(text: unknown, where: string): IdUid {
  if (text === '') return NO_ID
  const match = typeof text === 'string' ? /^(\d{1,10}):(\d{1,20})$/.exec(text) : null
  if (!match) {
    throw new ModelError(`${where} is ${JSON.stringify(text)}, where "id:uid" is expected`)
  }
  return { id: Number(match[1]), uid: BigInt(match[2]!) }
}

/** All uids of a model, retired ones included: a new one must differ from each. */
export class UidPool {
  readonly #used = new Map<bigint, string>()
  readonly #random: () => bigint

  constructor(random: () => bigint = randomUid) {
    this.#random = random
  }

  /** Throws a `ModelError` for a uid that something else has. */
  add(uid: bigint, owner: string): void {
    const other = this.#used.get(uid)
    if (other !== undefined) throw new ModelError(`${owner} and ${other} have the same uid ${uid}`)
    this.#used.set(uid, owner)
  }

  ownerOf(uid: bigint): string | undefined {
    return this.#used.get(uid)
  }

  create(owner: string): bigint {
    const uid = this.suggest()
    this.#used.set(uid, owner)
    return uid
  }

  /** A uid that is free. */
  suggest(): bigint {
    for (;;) {
      const uid = this.#random()
      if (uid > 0n && !this.#used.has(uid)) return uid
    }
  }
}

function randomUid(): bigint {
  return randomBytes(8).readBigUInt64LE() >> 1n
}
