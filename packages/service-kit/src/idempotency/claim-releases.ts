import type { Database } from '../database/database.ts'
import { Sql, statement } from '../database/statement.ts'
import type { Log } from '../observability/log.ts'
import { CLAIM_SECONDS, type ClaimToken, keyColumns, toKeyColumns } from './idempotency-store.ts'

type PendingRelease = { token: ClaimToken; isUncertain: boolean; until: number }

const RETRY_MS = 500

/**
 * Releases claims whose requests have ended. What the database cannot take because it is
 * unreachable, it gets when it is back; a claim waits for at most 60 s, because it has expired by
 * then.
 */
export class ClaimReleases {
  private readonly database: Pick<Database, 'query'>
  private readonly log: Log
  private readonly waiting = new Map<string, PendingRelease>()
  private attempt: Promise<void> | null = null
  private timer: NodeJS.Timeout | null = null
  private isAway = false
  private isStopped = false

  constructor(database: Pick<Database, 'query'>, log: Log) {
    this.database = database
    this.log = log
  }

  /** Releases a claim, in the background while the database is unreachable. Never rejects. */
  async release(token: ClaimToken): Promise<void> {
    // A request that fails because the database is unreachable must not wait for one more
    // connection that cannot be made.
    if (this.isAway) return this.add(token, false)
    try {
      await release(this.database, [token])
    } catch {
      this.isAway = true
      this.add(token, false)
    }
  }

  /**
   * Releases a claim whose statement was sent and whose result was lost: it may become visible only
   * later.
   */
  releaseUncertain(token: ClaimToken): void {
    this.add(token, true)
  }

  /** Tries now to release what is waiting. False when nothing was. Never rejects. */
  async releaseWaiting(): Promise<boolean> {
    if (this.waiting.size === 0) return false
    // An attempt under way may have begun before the database was back.
    await this.attempt
    await this.releaseAll()
    return true
  }

  /** Makes a last attempt and ends the background work. */
  async stop(): Promise<void> {
    this.isStopped = true
    if (this.timer !== null) clearTimeout(this.timer)
    await this.releaseWaiting()
  }

  private add(token: ClaimToken, isUncertain: boolean): void {
    this.waiting.set(token.id, { token, isUncertain, until: performance.now() + CLAIM_SECONDS * 1_000 })
    this.retryLater()
  }

  private retryLater(): void {
    if (this.waiting.size === 0 || this.timer !== null || this.isStopped) return
    this.timer = setTimeout(() => {
      this.timer = null
      void this.releaseAll()
    }, RETRY_MS).unref()
  }

  private releaseAll(): Promise<void> {
    this.attempt ??= this.tryAll().finally(() => {
      this.attempt = null
      this.retryLater()
    })
    return this.attempt
  }

  private async tryAll(): Promise<void> {
    for (const [id, { until }] of this.waiting) if (until <= performance.now()) this.waiting.delete(id)
    const tried = [...this.waiting.values()]
    const tokens = tried.map(({ token }) => token)
    try {
      const released = new Set(tokens.length === 0 ? [] : await release(this.database, tokens))
      for (const { token, isUncertain } of tried) if (!isUncertain || released.has(token.id)) this.waiting.delete(token.id)
      if (released.size > 0) this.log.info({ claims: released.size }, 'idempotency claims of failed requests are released')
      this.isAway = false
    } catch {
      this.isAway = true
    }
  }
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
  parameters: [...keyColumns, Sql.list(Sql.uuid)],
  row: { token: Sql.uuid },
})

/**
 * Ends claims whose requests have ended without a response to keep: their keys are free again, and
 * an interim response is replayed from now on. Returns the ids of the claims that were there.
 * Claims that are not owned any more stay as they are.
 */
export async function release(database: Pick<Database, 'query'>, tokens: readonly ClaimToken[]): Promise<string[]> {
  const rows = await releaseClaims.on(
    database,
    ...toKeyColumns(tokens),
    tokens.map(({ id }) => id),
  )
  return rows.map(({ token }) => token)
}
