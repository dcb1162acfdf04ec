import { ApiError, ConnectionError } from '@open-oms/client/errors'
import type { ErrorCode } from '@open-oms/contracts/errors'
import { CommandFailure } from '../command-failure.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'

/** The gateway has refused a request (http.md#errors). */
export class ApiFailure extends CommandFailure {
  override name = 'ApiFailure'
  readonly status: number
  /** Texts by the path of the offending value. */
  readonly errors: Readonly<Record<string, readonly string[]>>

  constructor(status: number, { message, error, errors, traceId }: ErrorFields) {
    const code = error ?? String(status)
    const remedy = findRemedy(code)
    super(withTexts(message, errors ?? {}), {
      exitCode: exitCodeForStatus(status),
      code,
      ...(remedy === undefined ? {} : { remedy }),
      ...(traceId === undefined ? {} : { traceId }),
    })
    this.status = status
    this.errors = errors ?? {}
  }
}

type ErrorFields = {
  message: string
  error?: string | null
  errors?: Readonly<Record<string, readonly string[]>> | null
  traceId?: string
}

const TEXTS_SHOWN_MAX = 10

/** The message names the first problem of the input; the others follow. */
function withTexts(message: string, errors: Readonly<Record<string, readonly string[]>>): string {
  const texts = Object.entries(errors).flatMap(([path, found]) => found.map((text) => `${path} ${text}`.trim()))
  if (texts.length < 2) return message
  const more = texts.length > TEXTS_SHOWN_MAX ? [`and ${texts.length - TEXTS_SHOWN_MAX} more`] : []
  return [message, ...[...texts.slice(0, TEXTS_SHOWN_MAX), ...more].map((text) => `  ${text}`)].join('\n')
}

/** The failure of a command that an error of the client is; other errors stay as they are. */
export function toCommandFailure(error: unknown, gatewayUrl: string): unknown {
  if (error instanceof ConnectionError) return unreachable(gatewayUrl, error)
  if (!(error instanceof ApiError)) return error
  const { status, code, message, errors, traceId } = error
  return new ApiFailure(status, { message, error: code, errors, ...(traceId === null ? {} : { traceId }) })
}

const networkTexts: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the name of the host cannot be looked up now',
  ECONNRESET: 'the connection was closed',
  UND_ERR_SOCKET: 'the connection was closed',
  UND_ERR_CONNECT_TIMEOUT: 'it does not respond',
  ETIMEDOUT: 'it does not respond',
}

/** The code of a failed `fetch`, such as `ECONNREFUSED`; empty when it has none. */
export function networkCode(error: unknown): string {
  const { cause, code } = error as { cause?: unknown; code?: unknown }
  if (typeof code === 'string') return code
  return cause === undefined || cause === null ? '' : networkCode(cause)
}

/**
 * What a connection ends with that may work again: a gateway that is restarted, a proxy that drops
 * it.
 */
const lostCodes = new Set(['ECONNRESET', 'UND_ERR_SOCKET', 'EPIPE'])

/** Whether there was a connection that broke off. */
export function isLostConnection(error: unknown): boolean {
  return lostCodes.has(networkCode(error))
}

/** The gateway did not respond at all. */
function unreachable(gatewayUrl: string, error: ConnectionError): CommandFailure {
  const code = networkCode(error)
  const reason = networkTexts[code] ?? (code || error.message)
  return new CommandFailure(`${gatewayUrl} cannot be reached: ${reason}.`, {
    exitCode: exitCodes.Unreachable,
    code: 'Unreachable',
    remedy:
      'Check the address (`oms profile show`, OMS_GATEWAY_URL) and that the gateway runs; here it is started with `npm start`.',
    cause: error,
  })
}

const remedies: Partial<Record<ErrorCode, string>> = {
  InvalidCredentials: 'Check the client id and secret: `oms profile show`, or OMS_CLIENT_ID and OMS_CLIENT_SECRET.',
  Unauthorized: 'Check the token or the client: `oms profile show`, or OMS_TOKEN, OMS_CLIENT_ID and OMS_CLIENT_SECRET.',
  Forbidden:
    'Use a client with the role and the stores that the message names; `roles` and `storeIds` of api-clients.json say which it has.',
  NotFound: 'Check the id. A client that is limited to stores does not see what belongs to others.',
  NothingToResume: 'Look at the state of the run: `oms runs list --order ID`.',
  CustomerHasOpenOrders: 'Deliver or cancel these orders, or wait for their runs (`oms order show ID`), and erase again.',
  OrderIsHeld: 'Look at its holds with `oms order show ID`, and release them with `oms order release ID`.',
  OrderIsDeleted: 'Restore the order first.',
  VersionConflict: 'It has changed meanwhile: look at it, and try again.',
  ResourceLocked: 'Someone else writes to it: try again in a moment.',
  RateLimited: 'Wait a minute, or raise the limit of the client in api-clients.json.',
  InternalError: 'Look for the trace id in the logs of the services, and run `oms doctor`.',
  Unavailable: 'Try again in a moment; `oms doctor` says which part is down.',
}

/** What to do about an error of the API; undefined where the message says it. */
function findRemedy(code: string): string | undefined {
  return remedies[code as ErrorCode]
}

/** With what `oms` ends when the API refuses a request with this status. */
function exitCodeForStatus(status: number): ExitCode {
  if (status === 401 || status === 403) return exitCodes.NotAllowed
  return status === 502 || status === 503 || status === 504 ? exitCodes.Unreachable : exitCodes.Failed
}
