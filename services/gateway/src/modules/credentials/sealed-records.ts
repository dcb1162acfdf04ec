import { createHash } from 'node:crypto'
import { DomainError } from '@open-oms/contracts/errors'
import type { CredentialRow } from '@open-oms/contracts/gateway/credential-rows'
import type { KeyRing } from '../tokens/key-ring.ts'
import { createSeal } from '../tokens/sealed-value.ts'
import type { CredentialRows } from './credential-rows.ts'

type Kept<T> = { name: string; value: T }

/** One record for each owner, which the gateway alone can read. All raise `Unavailable`. */
export type SealedRecords<T> = {
  /** The record of an owner; the empty one when there is none. */
  read(owner: string): Promise<T>
  /**
   * Changes the record of an owner: what `change` makes of it as it is now, unless it returns the
   * same. `change` is called again when another one was quicker, so it decides by what it is given
   * alone; what it raises is raised. Returns what was written.
   */
  change(owner: string, change: (value: T) => T | Promise<T>): Promise<T>
}

export type RecordsOptions<T> = {
  rows: CredentialRows
  keyRing: () => KeyRing
  kind: 'credentials' | 'sessions' | 'client'
  empty: T
  /** What no key opens: it is refused, so that nobody gets in without it, or is begun again. */
  whenUnreadable: 'refuse' | 'begin again'
}

const PURPOSE = 'oms kept record'
/** So many writers of one record in a moment are no people. */
const ATTEMPTS = 8

const { seal, open } = createSeal<Kept<unknown>>(PURPOSE)

/** The name of a row, which says nothing of its owner to who has no list of owners. */
function rowName(kind: string, owner: string): string {
  return createHash('sha256')
    .update(JSON.stringify([kind, owner]))
    .digest('base64url')
}

/**
 * Keeps records sealed by a key of the signing keys (security.md#credentials-of-people). Each says
 * whose it is, so that a row put in place of another one does not open.
 */
export function createSealedRecords<T>({ rows, keyRing, kind, empty, whenUnreadable }: RecordsOptions<T>): SealedRecords<T> {
  async function readRow(name: string): Promise<{ value: T; version: number }> {
    const row = await rows.read(name)
    if (row === null) return { value: empty, version: 0 }
    const kept = await open(keyRing(), row.sealed)
    if (kept?.name === name) return { value: kept.value as T, version: row.version }
    if (whenUnreadable === 'begin again') return { value: empty, version: row.version }
    throw new DomainError('Unavailable', 'What is kept for this person was sealed by a key that the gateway no longer has.')
  }

  return {
    read: async (owner) => (await readRow(rowName(kind, owner))).value,
    async change(owner, change) {
      const name = rowName(kind, owner)
      for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
        const { value, version } = await readRow(name)
        const next = await change(value)
        if (next === value) return value
        if (await rows.write(name, { ...(await sealed(keyRing(), { name, value: next })), version })) return next
      }
      throw new DomainError('Unavailable', 'The record is being modified concurrently; retry.', { retryAfterSeconds: 1 })
    },
  }
}

async function sealed(keyRing: KeyRing, kept: Kept<unknown>): Promise<{ keyId: string; sealed: string }> {
  return { keyId: keyRing.signing.kid, sealed: await seal(keyRing, kept) }
}

export type ResealCounts = { resealed: number; unreadable: number }

/**
 * Seals every record with the present key that a former one has sealed, so that the former one can
 * be removed (security.md#credentials-of-people). Raises `Unavailable`.
 */
export async function resealRecords(rows: CredentialRows, keyRing: KeyRing): Promise<ResealCounts> {
  const counts = { resealed: 0, unreadable: 0 }
  for (let after = ''; ; ) {
    const others = await rows.listOthers(keyRing.signing.kid, after)
    for (const row of others) counts[(await reseal(rows, keyRing, row)) ? 'resealed' : 'unreadable']++
    const last = others.at(-1)
    if (last === undefined) return counts
    after = last.name
  }
}

/** A row that another one has written meanwhile is sealed by the present key already. */
async function reseal(rows: CredentialRows, keyRing: KeyRing, { name, version, sealed: text }: CredentialRow): Promise<boolean> {
  const kept = await open(keyRing, text)
  if (kept === null) return false
  await rows.write(name, { ...(await sealed(keyRing, kept)), version })
  return true
}
