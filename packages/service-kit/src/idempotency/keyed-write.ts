import { randomUUID } from 'node:crypto'
import { DomainError } from '@open-oms/contracts/errors'
import type { Transaction } from '../database/transaction.ts'
import { release } from './claim-releases.ts'
import {
  type Claim,
  type ClaimToken,
  claim,
  type ExistingKeyOutcome,
  type KeptResponse,
  type KeyedRequest,
  keepResponses,
  keepResponsesLater,
  type StoredResponse,
} from './idempotency-store.ts'

/** Raised by what claims a key that another request has. */
export class KeyTaken extends DomainError {
  readonly taken: ExistingKeyOutcome
  /** Whose key it is. */
  readonly write: KeyedWrite

  constructor(taken: ExistingKeyOutcome, write: KeyedWrite) {
    super('IdempotencyInFlight', 'Another request has this Idempotency-Key.', { retryAfterSeconds: 1 })
    this.name = 'KeyTaken'
    this.taken = taken
    this.write = write
  }
}

/**
 * Raised when what a handler has seen was not committed, for no fault of its own: the request must
 * be carried out again.
 */
export class WriteUndone extends Error {
  override readonly name = 'WriteUndone'
}

type ResponseWithoutToken = Omit<KeptResponse, 'token'>

/**
 * A request whose key is claimed, and whose response is kept, by the transaction that writes its
 * effect (http.md#idempotency-keys): by `claimKeys` and `keepKeys` there, among those of other
 * requests. With `showsBeforeCommit` the handler sees what is written before it is committed, and
 * its response is waited for.
 */
export class KeyedWrite {
  readonly request: KeyedRequest
  readonly token: ClaimToken
  readonly showsBeforeCommit: boolean
  private readonly responded = Promise.withResolvers<boolean>()
  private readonly committed = Promise.withResolvers<void>()
  private transaction: Pick<Transaction, 'query'> | null = null
  private kept: ResponseWithoutToken | null = null
  isShown = false
  isCommitted = false
  isKept = false

  constructor(request: KeyedRequest, { showsBeforeCommit }: { showsBeforeCommit: boolean }) {
    const { client, method, path, key } = request
    this.request = request
    this.token = { client, method, path, key, id: randomUUID() }
    this.showsBeforeCommit = showsBeforeCommit
    // Nobody waits for it where nothing was shown.
    this.committed.promise.catch(() => undefined)
  }

  /** One text for every request with the same key. */
  get name(): string {
    const { client, method, path, key } = this.request
    return [client, method, path, key].join('\n')
  }

  /** For who writes: its claim is part of this transaction. */
  claimedIn(tx: Pick<Transaction, 'query'>): void {
    this.transaction = tx
    this.kept = null
  }

  /**
   * For who writes: the handler sees what is written; resolves once it has responded, with false if
   * it has failed. Raises `WriteUndone` the second time, since a handler cannot see something else.
   */
  show(): Promise<boolean> {
    if (this.isShown) throw new WriteUndone()
    this.isShown = true
    return this.responded.promise
  }

  /** For who writes: what was shown is not committed. */
  undone(error: unknown): void {
    this.committed.reject(error)
  }

  /** For the writer: what to keep; null for nothing. */
  ending(): KeptResponse | null {
    return this.kept && { token: this.token, ...this.kept }
  }

  /** For who writes: the transaction that claimed and kept is committed. */
  end(): void {
    this.isCommitted = true
    this.isKept ||= this.kept?.isInterim === false
    this.committed.resolve()
  }

  /**
   * The response of the handler to what it was shown, null if it is not to be kept; resolves once
   * that is committed, and raises what prevents it.
   */
  respond(response: StoredResponse | null): Promise<void> {
    this.kept = response && { response, isInterim: false }
    this.responded.resolve(true)
    return this.committed.promise
  }

  /** The handler has failed. */
  fail(): void {
    this.responded.resolve(false)
  }

  /**
   * Records a response within a transaction of the handler: the one that claims the key, if none
   * has done so. Raises `KeyTaken`, `IdempotencyInFlight`.
   */
  async record(tx: Transaction, response: StoredResponse, { isInterim }: { isInterim: boolean }): Promise<void> {
    const isBeingWritten = tx === this.transaction && !this.isCommitted
    if (!isBeingWritten && !this.isCommitted) await claimKeys(tx, [this])
    this.kept = { response, isInterim }
    if (isBeingWritten) return
    await keepResponses(tx, [{ token: this.token, ...this.kept }])
    tx.afterCommit(() => this.end())
  }
}

/**
 * Claims the keys of requests, each once, in the transaction that has their effects. Raises
 * `KeyTaken` for the first that another request has.
 */
export async function claimKeys(tx: Pick<Transaction, 'query'>, writes: readonly KeyedWrite[]): Promise<void> {
  if (writes.length === 0) return
  const claims = await claim(
    tx,
    writes.map(({ request, token }) => ({ request, id: token.id })),
  )
  for (const [index, write] of writes.entries()) {
    const made = claims[index] as Claim
    if (made.kind !== 'claimed') throw new KeyTaken(made, write)
    write.claimedIn(tx)
  }
}

/**
 * Keeps the responses of claimed requests with the commit; a claim without one goes, and its key is
 * free again.
 */
export async function keepKeys(tx: Transaction, writes: readonly KeyedWrite[]): Promise<void> {
  if (writes.length === 0) return
  const kept = writes.flatMap((write) => write.ending() ?? [])
  const others = writes.filter((write) => write.ending() === null)
  if (kept.length > 0) keepResponsesLater(tx, kept)
  if (others.length > 0) {
    await release(
      tx,
      others.map(({ token }) => token),
    )
  }
  tx.afterCommit(() => {
    for (const write of writes) if (write.isShown || !others.includes(write)) write.end()
  })
}
