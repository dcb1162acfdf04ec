import { DomainError } from '@open-oms/contracts/errors'
import type { RouteContract } from '@open-oms/contracts/route'
import type { FastifyRequest } from 'fastify'
import type { Database } from '../database/database.ts'
import { DatabaseNotReached } from '../database/database-errors.ts'
import { type InTransaction, joinTransaction, type Transaction } from '../database/transaction.ts'
import type { FinishedResponse } from '../http/finish-response.ts'
import type { RouteResponse } from '../http/route-response.ts'
import type { Upload } from '../input/read-form.ts'
import type { ClaimReleases } from './claim-releases.ts'
import type { ExistingKeyOutcome, KeyedRequest, StoredResponse } from './idempotency-store.ts'
import { claimKeys, KeyedWrite, keepKeys } from './keyed-write.ts'

type RecordResponse = (tx: Transaction, response: RouteResponse) => Promise<void>

/**
 * Which transactions a handler has, of a request with a key (http.md#idempotency-keys):
 * - `one`: all of its statements, the claim and the response are in one transaction.
 * - `write`: it writes one document, in a transaction that others share; nothing else.
 * - `from write`: it begins with the write of a document, which calls `recordResponse`, or
 *   `recordInterim` where the request continues.
 * - `separate`: it has effects before it writes; it calls `recordResponse` in its last transaction.
 */
export type HandlerTransactions = 'one' | 'write' | 'from write' | 'separate'

/** What a handler gets for a request with a key, as far as its transactions need it. */
export type KeyedParts = {
  /** Instead of its own. */
  inTransaction?: InTransaction
  keyed?: KeyedWrite
  /** How a handler with several transactions keeps its response. */
  recordResponse?: RecordResponse
  recordInterim?: RecordResponse
}

/** Where keys and their responses are kept, and how claims are given back. */
export type IdempotencyKeys = {
  database: Database
  /** What became of an earlier request with the key; null when there is none. */
  find(request: KeyedRequest): Promise<ExistingKeyOutcome | null>
  releases: ClaimReleases
}

export type KeyedCall = {
  request: FastifyRequest
  contract: RouteContract
  /** Of routes that take a file. */
  file: Upload | null
  transactions: HandlerTransactions
  finish: (response: RouteResponse) => FinishedResponse
  /** Runs the handler with these parts. */
  run: (parts: KeyedParts) => Promise<RouteResponse>
}

const notStored = new Set([400, 401, 403, 404, 409, 412, 429])

function toStored(response: FinishedResponse): StoredResponse | null {
  const { status, headers, body } = response
  if (notStored.has(status) || status >= 500 || (body !== null && typeof body !== 'string')) return null
  return { status, headers, body }
}

/** A response, or what an earlier request with the key says. */
export type Outcome = { kind: 'done'; response: FinishedResponse } | ExistingKeyOutcome

/**
 * Lets the handler's transaction join the one that also claims the key, with its first statement,
 * and keeps the response; that one commits after both. Work that the handler leaves for after the
 * commit has transactions of its own.
 */
function joined(
  tx: Transaction,
  { inTransaction }: Pick<Database, 'inTransaction'>,
  claimed: () => Promise<void>,
): InTransaction {
  const inner = joinTransaction(tx)
  let isCommitted = false
  tx.afterCommit(() => {
    isCommitted = true
  })
  return async (work) => {
    if (isCommitted) return inTransaction(work)
    await claimed()
    return work(inner)
  }
}

/** The handler is one transaction. */
function runInOne(call: KeyedCall, { database }: IdempotencyKeys, request: KeyedRequest): Promise<Outcome> {
  return database.inTransaction(async (tx) => {
    const write = new KeyedWrite(request, { showsBeforeCommit: false })
    let claiming: Promise<void> | null = null
    const claimed = () => {
      claiming ??= claimKeys(tx, [write])
      return claiming
    }
    const response = call.finish(await call.run({ inTransaction: joined(tx, database, claimed) }))
    const stored = toStored(response)
    if (stored !== null) {
      await claimed()
      await write.record(tx, stored, { isInterim: false })
    }
    if (claiming !== null) await keepKeys(tx, [write])
    return { kind: 'done', response }
  })
}

/** The handler writes one document, in a transaction that others share. */
async function runInWrite(call: KeyedCall, { database }: IdempotencyKeys, request: KeyedRequest): Promise<Outcome> {
  const write = new KeyedWrite(request, { showsBeforeCommit: true })
  const response = await answered(call, write)
  const stored = toStored(response)
  if (write.isShown) await write.respond(stored)
  else if (stored !== null) await database.inTransaction((tx) => write.record(tx, stored, { isInterim: false }))
  return { kind: 'done', response }
}

async function answered(call: KeyedCall, keyed: KeyedWrite): Promise<FinishedResponse> {
  try {
    return call.finish(await call.run({ keyed }))
  } catch (error) {
    keyed.fail()
    throw error
  }
}

/** The handler has several transactions, and records its response in one of them. */
async function runInSeveral(call: KeyedCall, keys: IdempotencyKeys, keyed: KeyedWrite): Promise<Outcome> {
  try {
    const parts = keyed.isCommitted ? {} : { keyed }
    const response = call.finish(await call.run({ ...parts, ...responseRecorders(call, keyed) }))
    await keepUnlessKept(toStored(response), keys, keyed)
    return { kind: 'done', response }
  } catch (error) {
    if (keyed.isCommitted) await keys.releases.release(keyed.token)
    else if (isResultLost(error)) keys.releases.releaseUncertain(keyed.token)
    throw error
  }
}

async function keepUnlessKept(
  response: StoredResponse | null,
  { database, releases }: IdempotencyKeys,
  keyed: KeyedWrite,
): Promise<void> {
  if (keyed.isKept) return
  if (response !== null) await database.inTransaction((tx) => keyed.record(tx, response, { isInterim: false }))
  else if (keyed.isCommitted) await releases.release(keyed.token)
}

/** Claims the key before the handler, which has effects before it writes. */
async function runSeparately(call: KeyedCall, keys: IdempotencyKeys, request: KeyedRequest): Promise<Outcome> {
  const keyed = new KeyedWrite(request, { showsBeforeCommit: false })
  try {
    await claimKeys(keys.database, [keyed])
  } catch (error) {
    if (isResultLost(error)) keys.releases.releaseUncertain(keyed.token)
    throw error
  }
  keyed.end()
  return runInSeveral(call, keys, keyed)
}

/** The statement may have reached the database although its result did not come back. */
function isResultLost(error: unknown): boolean {
  return error instanceof DomainError && error.code === 'Unavailable' && !(error instanceof DatabaseNotReached)
}

function responseRecorders(call: KeyedCall, keyed: KeyedWrite): Pick<KeyedParts, 'recordResponse' | 'recordInterim'> {
  const recorder = (isInterim: boolean): RecordResponse => {
    return async (tx, recorded) => {
      const stored = toStored(call.finish(recorded))
      if (stored !== null) await keyed.record(tx, stored, { isInterim })
    }
  }
  return { recordResponse: recorder(false), recordInterim: recorder(true) }
}

type Run = (call: KeyedCall, keys: IdempotencyKeys, request: KeyedRequest) => Promise<Outcome>

/**
 * Carries out a request with a key, by its handler's transactions. Raises `KeyTaken`,
 * `WriteUndone`.
 */
export const keyedRuns: Record<KeyedCall['transactions'], Run> = {
  one: runInOne,
  write: runInWrite,
  'from write': (call, keys, request) => runInSeveral(call, keys, new KeyedWrite(request, { showsBeforeCommit: false })),
  separate: runSeparately,
}
