import { DomainError } from '@open-oms/contracts/errors'
import type { Database } from '../database/database.ts'
import { type RowOf, Sql, type Statement, statement } from '../database/statement.ts'
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

export type StoredResponse = { status: number; headers: Record<string, string | string[]>; body: string | null }

/**
 * Proves the ownership of a claim; nobody else's once the claim has expired and someone took it
 * over.
 */
export type ClaimToken = Omit<KeyedRequest, 'requestHash' | 'storeIds'> & { id: string }

/** What became of a key: this run has it, or an earlier request. */
export type Claim = { kind: 'claimed'; token: ClaimToken } | ExistingKeyOutcome

/**
 * The status of a kept response that was erased with the customer that it named. The row stays, so
 * that a repetition does not write again what was erased.
 */
export const ERASED_STATUS = 410

/** What became of a key that an earlier request has. */
export type ExistingKeyOutcome =
  | { kind: 'replay'; response: StoredResponse }
  | { kind: 'in-flight' }
  | { kind: 'key-reused' }
  | { kind: 'out-of-scope' }
  | { kind: 'erased' }

/**
 * After this time without a response the process that made a claim counts as dead
 * (http.md#idempotency-keys).
 */
export const CLAIM_SECONDS = 60
const KEPT_HOURS = 48

export const keyColumns = [Sql.list(Sql.text), Sql.list(Sql.text), Sql.list(Sql.text), Sql.list(Sql.text)] as const

/**
 * The lock is held until the end of the transaction, so that a claim of one that is open is in
 * flight for others, and nobody waits for it. The seed keeps it apart from other locks.
 */
const claimKeys = statement({
  name: 'kit-idempotency-claim',
  text: `
  with
  -- the keys that no other open transaction is claiming, and the time of the claim
  free as (
    select *, coalesce($8::timestamptz, clock_timestamp()) as moment
    from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::uuid[], $7::text[])
      as asked (client, method, path, key, request_hash, token, store_ids)
    where pg_try_advisory_xact_lock(hashtextextended(row(client, method, path, key)::text, 17))
  )
  insert into kit.idempotency_key as k (client, method, path, key, request_hash, token, store_ids, claimed, expires)
  select client, method, path, key, request_hash, token, store_ids::json, moment, moment + interval '${CLAIM_SECONDS} seconds' from free
  on conflict (client, method, path, key) do update
    set request_hash = excluded.request_hash, token = excluded.token, store_ids = excluded.store_ids, claimed = excluded.claimed, expires = excluded.expires,
      status = null, headers = null, body = null, is_interim = false
    where k.expires <= excluded.claimed
  returning token`,
  parameters: [...keyColumns, Sql.list(Sql.text), Sql.list(Sql.uuid), Sql.list(Sql.text), Sql.nullable(Sql.timestamptz)],
  row: { token: Sql.uuid },
})

const findKeys = statement({
  name: 'kit-idempotency-find',
  text: `
  select place::int, request_hash, case when store_ids->>'token' = token::text then store_ids->'storeIds' end as store_ids, status, headers, body,
    status is null or is_interim and claimed > moment - interval '${CLAIM_SECONDS} seconds' as is_in_flight
  from unnest($1::text[], $2::text[], $3::text[], $4::text[]) with ordinality as asked (client, method, path, key, place)
  join kit.idempotency_key using (client, method, path, key), (select coalesce($5::timestamptz, clock_timestamp()) as moment) as clock
  where expires > moment`,
  parameters: [...keyColumns, Sql.nullable(Sql.timestamptz)],
  row: {
    place: Sql.integer,
    request_hash: Sql.text,
    store_ids: Sql.nullable(Sql.json),
    status: Sql.nullable(Sql.smallint),
    headers: Sql.nullable(Sql.json),
    body: Sql.nullable(Sql.text),
    is_in_flight: Sql.boolean,
  },
})

/** A request, and the id of the claim that it makes. */
export type ClaimRequest = { request: KeyedRequest; id: string }

type Clock = {
  /** The database's clock by default. */
  now?: Date
}

/**
 * Claims keys for one run of their requests, each key once (http.md#idempotency-keys). Outside of a
 * transaction others see the claims at once; of one that is open they are in flight, and go with
 * it. Returns what became of each, in their order.
 */
export async function claim(
  queryable: Pick<Database, 'query'>,
  claimings: readonly ClaimRequest[],
  { now }: Clock = {},
): Promise<Claim[]> {
  const claimed = await claimKeys.on(
    queryable,
    ...toKeyColumns(claimings.map(({ request }) => request)),
    claimings.map(({ request }) => request.requestHash),
    claimings.map(({ id }) => id),
    claimings.map(({ id, request }) => JSON.stringify({ token: id, storeIds: request.storeIds })),
    now ?? null,
  )
  const ids = new Set(claimed.map(({ token }) => token))
  const others = claimings.filter(({ id }) => !ids.has(id)).map(({ request }) => request)
  const found = others.length === 0 ? [] : await findResponses(queryable, others, { ...(now && { now }) })
  return claimings.map(({ request, id }) => {
    if (ids.has(id)) return { kind: 'claimed', token: claimToken(request, id) }
    // What is not to be seen is claimed by a transaction that is open, or was released in between.
    return found[others.indexOf(request)] ?? { kind: 'in-flight' }
  })
}

/** What became of earlier requests with these keys, in their order; null where there is none. */
export async function findResponses(
  queryable: Pick<Database, 'query'>,
  requests: readonly KeyedRequest[],
  { now }: Clock = {},
): Promise<(ExistingKeyOutcome | null)[]> {
  const rows = await findKeys.on(queryable, ...toKeyColumns(requests), now ?? null)
  const byPlace = new Map(rows.map((row) => [row.place, row]))
  return requests.map((request, index) => {
    const row = byPlace.get(index + 1)
    return row === undefined ? null : takenBy(row, request)
  })
}

function takenBy(row: RowOf<typeof findKeys.row>, { requestHash, storeIds }: KeyedRequest): ExistingKeyOutcome {
  if (row.request_hash !== requestHash) return { kind: 'key-reused' }
  if (row.status === ERASED_STATUS) return { kind: 'erased' }
  if (row.status === null || row.is_in_flight) return { kind: 'in-flight' }
  if (!covers(storeIds, row.store_ids)) return { kind: 'out-of-scope' }
  return { kind: 'replay', response: { status: row.status, headers: JSON.parse(row.headers ?? '{}'), body: row.body } }
}

type Key = Pick<KeyedRequest, 'client' | 'method' | 'path' | 'key'>

export function toKeyColumns(keys: readonly Key[]) {
  const column = (name: keyof Key) => keys.map((key) => key[name])
  return [column('client'), column('method'), column('path'), column('key')] as const
}

function claimToken({ client, method, path, key }: Key, id: string): ClaimToken {
  return { client, method, path, key, id }
}

/**
 * Whether a client that may see `storeIds` may see what was done for a client with the noted scope;
 * claims of earlier versions note none.
 */
function covers(storeIds: readonly string[] | null, noted: string | null): boolean {
  if (storeIds === null || noted === null) return true
  const scope: string[] | null = JSON.parse(noted)
  return scope?.every((storeId) => storeIds.includes(storeId)) ?? false
}

const storeResponses = statement({
  name: 'kit-idempotency-store',
  text: `
  update kit.idempotency_key as k
  set status = r.status, headers = r.headers::json, body = r.body, is_interim = r.is_interim,
    expires = clock_timestamp() + interval '${KEPT_HOURS} hours'
  from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::uuid[], $6::smallint[], $7::text[], $8::text[], $9::boolean[])
    as r (client, method, path, key, token, status, headers, body, is_interim)
  where (k.client, k.method, k.path, k.key, k.token) = (r.client, r.method, r.path, r.key, r.token) and (k.status is null or k.is_interim)
  returning k.token`,
  parameters: [
    ...keyColumns,
    Sql.list(Sql.uuid),
    Sql.list(Sql.smallint),
    Sql.list(Sql.text),
    Sql.list(Sql.nullable(Sql.text)),
    Sql.list(Sql.boolean),
  ],
  row: { token: Sql.uuid },
})

/** A response to keep, and the claim that it ends. */
export type KeptResponse = {
  token: ClaimToken
  response: StoredResponse
  /**
   * True: of an effect whose response is not complete yet. From then on nobody runs the request
   * again: until the claim has expired it is in flight; if there is no response by then, its
   * process is dead and this one is replayed.
   */
  isInterim: boolean
}

/**
 * Keeps responses in the transaction of their effects; they are replayed for 48 h. Throws
 * `IdempotencyInFlight` when a claim was taken over in the meantime: the effect must then be rolled
 * back, because another run has it.
 */
export async function keepResponses(tx: Pick<Transaction, 'query'>, kept: readonly KeptResponse[]): Promise<void> {
  const stored = await tx.query(keeping(kept))
  if (stored.length === kept.length) return
  throw new DomainError('IdempotencyInFlight', 'Another run of the same request took over.', { retryAfterSeconds: 1 })
}

/**
 * Keeps responses at the commit, for claims of the same transaction, which no other run can take
 * over.
 */
export function keepResponsesLater(tx: Pick<Transaction, 'later'>, kept: readonly KeptResponse[]): void {
  tx.later(keeping(kept))
}

function keeping(kept: readonly KeptResponse[]): Statement {
  return storeResponses.with(
    ...toKeyColumns(kept.map(({ token }) => token)),
    kept.map(({ token }) => token.id),
    kept.map(({ response }) => response.status),
    kept.map(({ response }) => JSON.stringify(response.headers)),
    kept.map(({ response }) => response.body),
    kept.map(({ isInterim }) => isInterim),
  )
}
