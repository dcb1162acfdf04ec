import { createHash, randomUUID } from 'node:crypto'
import { DomainError, invalid, invariant } from '@oms/contracts/errors'
import { isReadMethod, type RouteContract } from '@oms/contracts/route'
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import fp from 'fastify-plugin'
import type { Database } from '../database/database.ts'
import { DatabaseNotReached } from '../database/database-errors.ts'
import { type InTransaction, joinTransaction, type Transaction } from '../database/transaction.ts'
import type { FinishedResponse } from '../http/finish-response.ts'
import type { RouteResponse } from '../http/route-response.ts'
import type { Upload } from '../input/read-form.ts'
import { ClaimReleases } from './claim-releases.ts'
import { hashJson } from './hash-json.ts'
import {
  type Claim,
  type ClaimToken,
  claim,
  type KeyedRequest,
  type StoredResponse,
  storeInterimResponse,
  storeResponse,
} from './idempotency-store.ts'

type RecordResponse = (tx: Transaction, response: RouteResponse) => Promise<void>

/** How a handler with several transactions keeps its response. */
export type Recorders = { response: RecordResponse; interim: RecordResponse }

/** Where keys and their responses are kept, and how claims are given back. */
export type IdempotencyKeys = { database: Database; releases: ClaimReleases }

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface merges with Fastify's own.
  interface FastifyInstance {
    /** Null where `Idempotency-Key` is not honoured (the gateway passes it on). */
    idempotencyKeys: IdempotencyKeys | null
  }
}

/**
 * Lets the routes of a server honour `Idempotency-Key`, where there is a database to keep responses
 * in.
 */
export const idempotency = fp<{ database: Database | null }>(
  async (app, { database }) => {
    const keys = database === null ? null : { database, releases: new ClaimReleases(database, app.log) }
    app.decorate('idempotencyKeys', keys)
    if (keys !== null) app.addHook('onClose', () => keys.releases.stop())
  },
  { name: 'idempotency', fastify: '5.x', dependencies: ['authentication'] },
)

export type KeyedCall = {
  request: FastifyRequest
  contract: RouteContract
  /** Of routes that take a file. */
  file: Upload | null
  transactions: 'one' | 'separate'
  finish: (response: RouteResponse) => FinishedResponse
  /** Runs the handler; with the given `inTransaction` instead of its own, if there is one. */
  run: (inTransaction: InTransaction | null, record: Recorders | null) => Promise<RouteResponse>
}

const KEY = /^[\x20-\x7e]{1,255}$/
const notStored = new Set([400, 401, 403, 404, 409, 412, 429])

function keyOf(request: FastifyRequest): string {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || !KEY.test(key)) throw invalid('Idempotency-Key', 'must be 1 to 255 printable characters')
  return key
}

/** An index entry of Postgres holds 2,704 bytes; the path shares it with client, method and key. */
const PATH_LENGTH_MAX = 1_000

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/**
 * The path as this request fills it, one text for every spelling of the fixed parts; its hash when
 * it is very long.
 */
function concretePath(contract: RouteContract, params: unknown): string {
  const path = contract.url.replace(/:(\w+)/g, (_part, name: string) =>
    encodeURIComponent((params as Record<string, string>)[name] ?? ''),
  )
  return path.length > PATH_LENGTH_MAX ? sha256(path) : path
}

/** Whether all repetitions of a request get the response of the first one. */
export function isKeyed(request: FastifyRequest, { method, access }: RouteContract): boolean {
  return request.headers['idempotency-key'] !== undefined && !isReadMethod(method) && access !== 'public'
}

/** What of a request counts when it is compared with others of its key, as the client sent it. */
type SentInput = { path: string; query: unknown; hash: string }

const sentInputs = new WeakMap<FastifyRequest, SentInput>()

/**
 * The `preValidation` hook of a route: notes what a request with a key was sent with, before the
 * validation brings it into another form.
 */
export function noteSentInput(contract: RouteContract) {
  return (request: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction) => {
    if (request.server.idempotencyKeys === null || !isKeyed(request, contract)) return done()
    const { params, query, body } = request
    hashJson([query, body ?? null])
      .then((hash) => void sentInputs.set(request, { path: concretePath(contract, params), query, hash }))
      .then(() => done(), done)
  }
}

async function identityOf({ request, contract, file }: KeyedCall): Promise<KeyedRequest> {
  const key = keyOf(request)
  const sent = sentInputs.get(request)
  invariant(sent !== undefined, 'a request with a key was not noted')
  return {
    client: request.caller?.clientId ?? '',
    method: contract.method,
    path: sent.path,
    key,
    // Whether the bytes of a file came in a form, and how that form was written, makes no other
    // request.
    requestHash: file === null ? sent.hash : await hashJson([sent.query, { sha256: file.sha256, fileName: file.fileName }]),
    storeIds: request.caller?.storeIds ?? null,
  }
}

function toStored(response: FinishedResponse): StoredResponse | null {
  const { status, headers, body } = response
  if (notStored.has(status) || status >= 500 || (body !== null && typeof body !== 'string')) return null
  return { status, headers, body }
}

async function keep(tx: Transaction, token: ClaimToken, response: FinishedResponse): Promise<boolean> {
  const stored = toStored(response)
  if (stored !== null) await storeResponse(tx, token, stored)
  return stored !== null
}

/**
 * Lets the handler's transaction join the one that also keeps its response; that one commits after
 * both. Work that the handler leaves for after the commit has transactions of its own.
 */
function joined(tx: Transaction, { inTransaction }: Pick<Database, 'inTransaction'>): InTransaction {
  const inner = joinTransaction(tx)
  let isCommitted = false
  tx.afterCommit(() => {
    isCommitted = true
  })
  return (work) => (isCommitted ? inTransaction(work) : work(inner))
}

type Kept = { response: FinishedResponse; isKept: boolean }

function runInOne(call: KeyedCall, database: Database, token: ClaimToken): Promise<Kept> {
  return database.inTransaction(async (tx) => {
    const response = call.finish(await call.run(joined(tx, database), null))
    return { response, isKept: await keep(tx, token, response) }
  })
}

async function runInSeveral(call: KeyedCall, database: Database, token: ClaimToken): Promise<Kept> {
  let isRecorded = false
  const record: Recorders = {
    response: async (tx, recorded) => {
      const isKept = await keep(tx, token, call.finish(recorded))
      tx.afterCommit(() => {
        isRecorded = isKept
      })
    },
    interim: async (tx, recorded) => {
      const stored = toStored(call.finish(recorded))
      if (stored !== null) await storeInterimResponse(tx, token, stored)
    },
  }
  const response = call.finish(await call.run(null, record))
  return { response, isKept: isRecorded || (await database.inTransaction((tx) => keep(tx, token, response))) }
}

async function runClaimed(
  call: KeyedCall,
  { database, releases }: IdempotencyKeys,
  token: ClaimToken,
): Promise<FinishedResponse> {
  try {
    const run = call.transactions === 'one' ? runInOne : runInSeveral
    const { response, isKept } = await run(call, database, token)
    if (!isKept) await releases.release(token)
    return response
  } catch (error) {
    await releases.release(token)
    throw error
  }
}

async function claimOnce({ database, releases }: IdempotencyKeys, request: KeyedRequest): Promise<Claim> {
  const { client, method, path, key } = request
  const id = randomUUID()
  try {
    return await claim(database, request, { id })
  } catch (error) {
    // The statement may have reached the database although its result did not come back.
    const isLost = error instanceof DomainError && !(error instanceof DatabaseNotReached)
    if (isLost) releases.releaseUncertain({ client, method, path, key, id })
    throw error
  }
}

/**
 * What is in flight may be a claim of this process whose request has ended while the database was
 * away.
 */
async function claimKey(keys: IdempotencyKeys, request: KeyedRequest): Promise<Claim> {
  const outcome = await claimOnce(keys, request)
  if (outcome.kind !== 'in-flight' || !(await keys.releases.releaseWaiting())) return outcome
  return claimOnce(keys, request)
}

/**
 * Runs a request that carries `Idempotency-Key` (http.md#idempotency-keys): the first one runs and
 * its response is kept in the transaction of its effect, a repetition gets that response. Raises
 * `IdempotencyKeyReused`, `IdempotencyInFlight`, `ValidationFailed` for the key, `Forbidden` for a
 * repetition whose token does not cover all stores of the first one's token
 * (security.md#store-scope).
 */
export async function runIdempotent(call: KeyedCall, keys: IdempotencyKeys): Promise<FinishedResponse> {
  const outcome = await claimKey(keys, await identityOf(call))
  switch (outcome.kind) {
    case 'claimed':
      return runClaimed(call, keys, outcome.token)
    case 'replay':
      return { ...outcome.response, headers: { ...outcome.response.headers, 'idempotent-replayed': 'true' } }
    case 'in-flight':
      throw new DomainError('IdempotencyInFlight', 'The first request with this Idempotency-Key is still under way.', {
        retryAfterSeconds: 1,
      })
    case 'out-of-scope':
      throw new DomainError(
        'Forbidden',
        'The first request with this Idempotency-Key was carried out with a token for stores that this one does not cover.',
      )
    case 'key-reused':
      throw new DomainError('IdempotencyKeyReused', 'This Idempotency-Key was used for another request.')
  }
}
