import { DomainError } from '@oms/contracts/errors'

const RETRY_AFTER_SECONDS = 1
const DISK_FULL_SECONDS = 30

/** Network failures of Node, and the states in which Postgres refuses or ends connections. */
const connectionCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  '57P01',
  '57P02',
  '57P03',
  '53300',
])

/** What the pool raises when no connection became free in time. */
const POOL_TIMEOUT = 'timeout exceeded when trying to connect'

/** The driver raises these without a code. */
const connectionTexts = ['Connection terminated', POOL_TIMEOUT, 'Client has encountered a connection error']

/** The SQLSTATE of a Postgres error or the code of a Node error, if there is one. */
export function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error ? (error as Error & { code?: unknown }).code : undefined
  return typeof code === 'string' ? code : undefined
}

/** True when the connection is at fault and not the statement. */
export function isConnectionFailure(error: unknown): boolean {
  const code = codeOf(error)
  if (code !== undefined && (connectionCodes.has(code) || code.startsWith('08'))) return true
  if (error instanceof AggregateError) return error.errors.some(isConnectionFailure)
  return error instanceof Error && connectionTexts.some((text) => error.message.startsWith(text))
}

/** True when the server has no room left on its disk. Somebody has to make room; then the same work succeeds. */
export function isDiskFull(error: unknown): boolean {
  return codeOf(error) === '53100'
}

/** True when Postgres ended a transaction only because of others running beside it: the same work may succeed now. */
export function isRaceOfTransactions(error: unknown): boolean {
  const code = codeOf(error)
  return code === '40P01' || code === '40001'
}

/** No connection to the database could be made, so nothing was sent to it. */
export class DatabaseNotReached extends DomainError {
  constructor(message = 'The database is not reachable at the moment.') {
    super('Unavailable', message, { retryAfterSeconds: RETRY_AFTER_SECONDS })
    this.name = 'DatabaseNotReached'
  }
}

/** All connections of the process stayed in use: it has more to do than they allow, or the database is slow. */
export class ConnectionsInUse extends DatabaseNotReached {
  constructor() {
    super('All connections to the database are in use at the moment.')
    this.name = 'ConnectionsInUse'
  }
}

function isPoolTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === POOL_TIMEOUT
}

/** Rethrows what `pool.connect` raised; a refused connection becomes `DatabaseNotReached`, one that none was free for `ConnectionsInUse`. */
export function reachedOrThrow(error: unknown): never {
  if (!isConnectionFailure(error)) throw error
  if (isPoolTimeout(error)) throw new ConnectionsInUse()
  throw new DatabaseNotReached()
}

export function diskFull(): DomainError {
  return new DomainError('Unavailable', 'The disk of the database is full.', { retryAfterSeconds: DISK_FULL_SECONDS })
}

/** Rethrows; a lost or refused connection and a full disk become `DomainError('Unavailable')`. */
export function availableOrThrow(error: unknown): never {
  if (isDiskFull(error)) throw diskFull()
  if (!isConnectionFailure(error)) throw error
  if (isPoolTimeout(error)) throw new ConnectionsInUse()
  throw new DomainError('Unavailable', 'The database is not reachable at the moment.', { retryAfterSeconds: RETRY_AFTER_SECONDS })
}
