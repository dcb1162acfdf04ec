import { randomUUID } from 'node:crypto'
import { DomainError } from '@oms/contracts/errors'
import type { Database } from '../database/database.ts'
import { boolean, integer, json, list, nullable, smallint, statement, text, timestamptz, uuid } from '../database/statement.ts'
import type { Transaction } from '../database/transaction.ts'

/**
 * One request with an Idempotency-Key. The same key with another client, method or path is another
 * request.
 */
export type KeyedRequest = {
  client: string
  method: string
  /** The concrete path, ids included. */
  path: string
  key: string
  /** Hash of query and body, compared as JSON (http.md#idempotency-keys). */
  requestHash: string
  /** The stores that the client is limited to; null means all. Not part of the key's identity. */
  storeIds: readonly string[] | null
}

export type StoredResponse = { status: number; headers: Record<string, string>; body: string | null }

/**
 * Proves the ownership of a claim; nobody else's once the claim has expired and somebody took it
 * over.
 */
export type ClaimToken = Omit<KeyedRequest, 'requestHash' | 'storeIds'> & { id: string }

export type Claim =
  | { kind: 'claimed'; token: ClaimToken }
  | { kind: 'replay'; response: StoredResponse }
  | { kind: 'in-flight' }
  | { kind: 'key-reused' }
  | { kind: 'out-of-scope' }

/**
 * After this time without a response the process that made a claim counts as dead
 * (http.md#idempotency-keys).
 */
export const CLAIM_SECONDS = 60
const KEPT_HOURS = 48

const keyColumns = [text, text, text, text] as const

const claimKey = statement({
  name: 'kit-idempotency-claim',
  text: `
  insert into kit.idempotency_key as k (client, method, path, key, request_hash, token, store_ids, claimed, expires)
  select $1, $2, $3, $4, $5, $6, $8::json, moment, moment + interval '${CLAIM_SECONDS} seconds'
  from (select coalesce($7::timestamptz, clock_timestamp()) as moment) as clock
  on conflict (client, method, path, key) do update
    set request_hash = excluded.request_hash, token = excluded.token, store_ids = excluded.store_ids, claimed = excluded.claimed, expires = excluded.expires,
      status = null, headers = null, body = null, is_interim = false
    where k.expires <= excluded.claimed
  returning 1 as claimed`,
  parameters: [...keyColumns, text, uuid, nullable(timestamptz), json],
  row: { claimed: integer },
})

const findKey = statement({
  name: 'kit-idempotency-find',
  text: `
  select request_hash, case when store_ids->>'token' = token::text then store_ids->'storeIds' end as store_ids, status, headers, body,
    status is null or is_interim and claimed > coalesce($5::timestamptz, clock_timestamp()) - interval '${CLAIM_SECONDS} seconds' as is_in_flight
  from kit.idempotency_key
  where client = $1 and method = $2 and path = $3 and key = $4`,
  parameters: [...keyColumns, nullable(timestamptz)],
  row: {
    request_hash: text,
    store_ids: nullable(json),
    status: nullable(smallint),
    headers: nullable(json),
    body: nullable(text),
    is_in_flight: boolean,
  },
})

type ClaimOptions = {
  /** Of the claim; a new one by default. */
  id?: string
  /** The database's clock by default. */
  now?: Date
}

/**
 * Claims a key for one run of a request (http.md#idempotency-keys), in a separate statement so that
 * others see it immediately.
 */
export async function claim(
  database: Pick<Database, 'query'>,
  request: KeyedRequest,
  { id = randomUUID(), now }: ClaimOptions = {},
): Promise<Claim> {
  const { client, method, path, key, requestHash, storeIds } = request
  const names = [client, method, path, key] as const
  const scope = JSON.stringify({ token: id, storeIds })
  const claimed = await claimKey.on(database, ...names, requestHash, id, now ?? null, scope)
  if (claimed.length === 1) return { kind: 'claimed', token: { client, method, path, key, id } }
  const [row] = await findKey.on(database, ...names, now ?? null)
  // Released between the two statements: the next call of the client will get it.
  if (row === undefined) return { kind: 'in-flight' }
  if (row.request_hash !== requestHash) return { kind: 'key-reused' }
  if (row.status === null || row.is_in_flight) return { kind: 'in-flight' }
  if (!covers(storeIds, row.store_ids)) return { kind: 'out-of-scope' }
  return { kind: 'replay', response: { status: row.status, headers: JSON.parse(row.headers ?? '{}'), body: row.body } }
}

/**
 * Whether a client that may see `storeIds` may see what was done for a client with the noted scope;
 * claims of earlier versions note none.
 */
function covers(storeIds: readonly string[] | null, noted: string | null): boolean {
  if (storeIds === null || noted === null) return true
  const scope = JSON.parse(noted) as string[] | null
  return scope?.every((storeId) => storeIds.includes(storeId)) ?? false
}

const storeStatement = statement({
  name: 'kit-idempotency-store',
  text: `
  update kit.idempotency_key set status = $6, headers = $7, body = $8, is_interim = $9,
    expires = clock_timestamp() + interval '${KEPT_HOURS} hours'
  where client = $1 and method = $2 and path = $3 and key = $4 and token = $5 and (status is null or is_interim)
  returning 1 as stored`,
  parameters: [...keyColumns, uuid, smallint, json, nullable(text), boolean],
  row: { stored: integer },
})

function valuesOf(token: ClaimToken) {
  return [token.client, token.method, token.path, token.key, token.id] as const
}

/**
 * Stores the response in the transaction of the effect; it is replayed for 48 h. Throws
 * `IdempotencyInFlight` when the claim was taken over in the meantime: the effect must then be
 * rolled back, because another run has it.
 */
export function storeResponse(tx: Pick<Transaction, 'query'>, token: ClaimToken, response: StoredResponse): Promise<void> {
  return store(tx, token, { ...response, isInterim: false })
}

/**
 * Likewise for an effect whose response is not complete yet. From now on nobody runs the request
 * again: until the claim has expired it is in flight; if there is no response by then, its process
 * is dead and this one is replayed.
 */
export function storeInterimResponse(tx: Pick<Transaction, 'query'>, token: ClaimToken, response: StoredResponse): Promise<void> {
  return store(tx, token, { ...response, isInterim: true })
}

type Store = StoredResponse & { isInterim: boolean }

async function store(tx: Pick<Transaction, 'query'>, token: ClaimToken, response: Store): Promise<void> {
  const headers = JSON.stringify(response.headers)
  const stored = await storeStatement.on(tx, ...valuesOf(token), response.status, headers, response.body, response.isInterim)
  if (stored.length === 1) return
  throw new DomainError('IdempotencyInFlight', 'Another run of the same request took over.', { retryAfterSeconds: 1 })
}

const releaseClaims = statement({
  name: 'kit-idempotency-release',
  text: `
  with
  -- the claims that are given back
  ended as (
    select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::uuid[]) as ended (client, method, path, key, token)
  ),
  -- claims without a response
  removed as (
    delete from kit.idempotency_key as k using ended as e
    where (k.client, k.method, k.path, k.key, k.token) = (e.client, e.method, e.path, e.key, e.token) and k.status is null
    returning k.token
  ),
  -- claims with an interim response, which others may take over
  replayable as (
    update kit.idempotency_key as k set claimed = '-infinity' from ended as e
    where (k.client, k.method, k.path, k.key, k.token) = (e.client, e.method, e.path, e.key, e.token) and k.is_interim
    returning k.token
  )
  select token from removed union all select token from replayable`,
  parameters: [list(text), list(text), list(text), list(text), list(uuid)],
  row: { token: uuid },
})

/**
 * Ends claims whose requests have ended without a response to keep: their keys are free again, and
 * an interim response is replayed from now on. Returns the ids of the claims that were there.
 * Claims that are not owned any more stay as they are.
 */
export async function release(database: Pick<Database, 'query'>, tokens: readonly ClaimToken[]): Promise<string[]> {
  const column = (name: keyof ClaimToken) => tokens.map((token) => token[name])
  const names = [column('client'), column('method'), column('path'), column('key')] as const
  const rows = await releaseClaims.on(database, ...names, column('id'))
  return rows.map(({ token }) => token)
}
