import { DomainError } from '@open-oms/contracts/errors'

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
  // A transaction that waited for its next statement, or took, longer than the server allows.
  '25P03',
  '25P04',
])

/** What the pool raises when no connection became free in time. */
const POOL_TIMEOUT = 'timeout exceeded when trying to connect'

/** The driver raises these without a code. */
const connectionTexts = ['Connection terminated', POOL_TIMEOUT, 'Client has encountered a connection error']

/** The SQLSTATE of a Postgres error or the code of a Node error, if there is one. */
export function errorCode(error: unknown): string | undefined {
  const code = error instanceof Error ? (error as Error & { code?: unknown }).code : undefined
  return typeof code === 'string' ? code : undefined
}

/** True when the connection is at fault and not the statement. */
export function isConnectionFailure(error: unknown): boolean {
  const code = errorCode(error)
  if (code !== undefined && (connectionCodes.has(code) || code.startsWith('08'))) return true
  if (error instanceof AggregateError) return error.errors.some(isConnectionFailure)
  return error instanceof Error && connectionTexts.some((text) => error.message.startsWith(text))
}

/**
 * True when the server has no room left on its disk. Someone has to make room; then the same work
 * succeeds.
 */
export function isDiskFull(error: unknown): boolean {
  return errorCode(error) === '53100'
}

/** True when Postgres ended a statement whose time was over, be it that it waited for a lock. */
export function isTimedOut(error: unknown): boolean {
  const code = errorCode(error)
  return code === '57014' || code === '55P03'
}

/**
 * True when Postgres ended a transaction only because of others running beside it: the same work
 * may succeed now.
 */
export function isRaceOfTransactions(error: unknown): boolean {
  const code = errorCode(error)
  return code === '40P01' || code === '40001'
}

const NOT_REACHABLE = 'The database is not reachable at the moment.'

/** No connection to the database could be made, so nothing was sent to it. */
export class DatabaseNotReached extends DomainError {
  constructor(cause: unknown, message = NOT_REACHABLE) {
    super('Unavailable', message, { retryAfterSeconds: RETRY_AFTER_SECONDS, cause })
    this.name = 'DatabaseNotReached'
  }
}

/**
 * All connections of the process stayed in use: it has more to do than they allow, or the database
 * is slow.
 */
export class ConnectionsInUse extends DatabaseNotReached {
  constructor(cause: unknown) {
    super(cause, 'All connections to the database are in use at the moment.')
    this.name = 'ConnectionsInUse'
  }
}

/** True when all connections of a pool stayed in use, or a new one took too long. */
export function isPoolTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === POOL_TIMEOUT
}

/**
 * Throws `DatabaseNotReached` for what `pool.connect` raised, whatever it was: a server that is
 * unreachable, a wrong password, a certificate that does not fit (http.md#errors). Timing out while
 * waiting for a free connection becomes `ConnectionsInUse`.
 */
export function notReached(error: unknown): never {
  throw isPoolTimeout(error) ? new ConnectionsInUse(error) : new DatabaseNotReached(error)
}

export function diskFull(cause: unknown): DomainError {
  return new DomainError('Unavailable', 'The disk of the database is full.', { retryAfterSeconds: DISK_FULL_SECONDS, cause })
}

/** Rethrows; a lost connection and a full disk become `DomainError('Unavailable')`. */
export function availableOrThrow(error: unknown): never {
  if (isDiskFull(error)) throw diskFull(error)
  if (!isConnectionFailure(error)) throw error
  throw new DomainError('Unavailable', NOT_REACHABLE, { retryAfterSeconds: RETRY_AFTER_SECONDS, cause: error })
}
