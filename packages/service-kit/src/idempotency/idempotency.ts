import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { DomainError, invalid, invariant } from '@open-oms/contracts/errors'
import { isReadMethod, type RouteContract } from '@open-oms/contracts/route'
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import fp from 'fastify-plugin'
import { gathered } from '../database/batch-runner.ts'
import type { Database } from '../database/database.ts'
import type { FinishedResponse } from '../http/finish-response.ts'
import type { Log } from '../observability/log.ts'
import { backoffMs } from '../waiting/pause.ts'
import { ClaimReleases } from './claim-releases.ts'
import { hashJson } from './hash-json.ts'
import { findResponses, type KeyedRequest } from './idempotency-store.ts'
import { type IdempotencyKeys, type KeyedCall, keyedRuns, type Outcome } from './keyed-runs.ts'
import { KeyTaken, WriteUndone } from './keyed-write.ts'

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
    const keys = database === null ? null : createIdempotencyKeys(database, app.log)
    app.decorate('idempotencyKeys', keys)
    if (keys !== null) app.addHook('onClose', () => keys.releases.stop())
  },
  { name: 'idempotency', fastify: '5.x', dependencies: ['authentication'] },
)

function createIdempotencyKeys(database: Database, log: Log): IdempotencyKeys {
  const find = gathered((requests: readonly KeyedRequest[]) => findResponses(database, requests))
  return { database, find, releases: new ClaimReleases(database, log) }
}

/** How long a repetition waits for the first request. */
const IN_FLIGHT_MS_MAX = 2_000

const KEY = /^[\x20-\x7e]{1,255}$/

function readIdempotencyKey(request: FastifyRequest): string {
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

/** The parts of a request that must match others of its key, as the client sent it. */
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

async function identifyRequest({ request, contract, file }: KeyedCall): Promise<KeyedRequest> {
  const key = readIdempotencyKey(request)
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

async function tryOnce(call: KeyedCall, keys: IdempotencyKeys, request: KeyedRequest): Promise<Outcome> {
  try {
    // A repetition gets its response whatever its handler would find now.
    const found = call.transactions === 'separate' ? null : await keys.find(request)
    if (found !== null) return found
    return await keyedRuns[call.transactions](call, keys, request)
  } catch (error) {
    if (error instanceof KeyTaken) return error.taken
    if (error instanceof WriteUndone) return { kind: 'in-flight' }
    throw error
  }
}

/** The outcome once nothing with the key is in flight, at the latest after `IN_FLIGHT_MS_MAX`. */
async function awaitOutcome(call: KeyedCall, keys: IdempotencyKeys, request: KeyedRequest): Promise<Outcome> {
  const since = performance.now()
  for (let tries = 1; ; tries++) {
    const outcome = await tryOnce(call, keys, request)
    if (outcome.kind !== 'in-flight' || performance.now() - since > IN_FLIGHT_MS_MAX) return outcome
    // It may be a claim of this process whose request has ended while the database was unreachable.
    await keys.releases.releaseWaiting()
    await sleep(backoffMs(tries, { first: 10, max: 200 }))
  }
}

/**
 * Runs a request that carries `Idempotency-Key` (http.md#idempotency-keys): the first one runs and
 * its response is kept in the transaction of its effect, a repetition gets that response, and waits
 * for it for up to two seconds. Raises
 * `IdempotencyKeyReused`, `IdempotencyInFlight`, `ValidationFailed` for the key, `Forbidden` for a
 * repetition whose token does not cover all stores of the first one's token
 * (security.md#store-scope).
 */
export async function runIdempotent(call: KeyedCall, keys: IdempotencyKeys): Promise<FinishedResponse> {
  const outcome = await awaitOutcome(call, keys, await identifyRequest(call))
  switch (outcome.kind) {
    case 'done':
      return outcome.response
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
    case 'erased':
      throw new DomainError('IdempotencyKeyReused', 'What the first request with this Idempotency-Key wrote was erased.')
    case 'key-reused':
      throw new DomainError('IdempotencyKeyReused', 'This Idempotency-Key was used for another request.')
  }
}
