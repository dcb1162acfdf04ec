import type { ErrorCode } from './generated/error-codes.ts'

type VersionConflictFields = {
  /** The version that the resource has now. */
  currentVersionId: string
  /** The top-level fields that differ from the version that the caller had. */
  changedFields: string[]
}

type ApprovalFields = {
  /** What someone else must approve, in the main unit of the currency. */
  refund: { amount: number; currency: string }
}

/** Further fields of the error body by its code; most codes have none. */
export type ErrorFields<Code> = [Code] extends ['VersionConflict']
  ? VersionConflictFields
  : [Code] extends ['RefundNeedsApproval']
    ? ApprovalFields
    : Readonly<Record<string, unknown>>

type ApiErrorSource = {
  status: number
  code: string
  message: string
  errors: Readonly<Record<string, readonly string[]>>
  fields: Readonly<Record<string, unknown>>
  traceId: string | null
  requestId: string | null
  retryAfterMs: number | null
}

/** The API has refused a call. `isApiError` distinguishes the codes. */
export class ApiError<Code extends string = string> extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /**
   * One of the documented codes; the status as text where something before the gateway has
   * responded.
   */
  readonly code: Code
  /** Texts by the path of each bad value, such as `orderForm.lineItems[0].quantity`. */
  readonly errors: Readonly<Record<string, readonly string[]>>
  readonly fields: ErrorFields<Code>
  /** Names the request in the logs and traces of the system. */
  readonly traceId: string | null
  readonly requestId: string | null
  /** How long the response asks to wait before the call is repeated; null when it does not. */
  readonly retryAfterMs: number | null

  constructor(source: ApiErrorSource) {
    super(source.message)
    this.status = source.status
    this.code = source.code as Code
    this.errors = source.errors
    this.fields = source.fields as ErrorFields<Code>
    this.traceId = source.traceId
    this.requestId = source.requestId
    this.retryAfterMs = source.retryAfterMs
  }
}

/**
 * There is no response, or only a part of one: whether a write took effect is unknown. `cause` is
 * the failure of `fetch`.
 */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
  /** The call took longer than its time-out. */
  readonly isTimeout: boolean

  constructor(message: string, { cause, isTimeout = false }: { cause?: unknown; isTimeout?: boolean } = {}) {
    super(message, { cause })
    this.isTimeout = isTimeout
  }
}

/** Whether an error is a refusal of the API, with one of some codes if they are given. */
export function isApiError<Code extends ErrorCode>(error: unknown, ...codes: readonly Code[]): error is ApiError<Code> {
  return error instanceof ApiError && (codes.length === 0 || (codes as readonly string[]).includes(error.code))
}

/**
 * The error that a response other than a success is, whoever made it: proxies have bodies of their
 * own.
 */
export async function readApiError(response: Response, what: string): Promise<ApiError> {
  const { message, error, errors, traceId, ...fields } = parsed(await response.text().catch(() => ''))
  const { status, headers } = response
  return new ApiError({
    status,
    code: typeof error === 'string' ? error : String(status),
    message: typeof message === 'string' ? message : `${what} returned ${status}.`,
    errors: isObject(errors) ? (errors as Record<string, string[]>) : {},
    fields,
    traceId: typeof traceId === 'string' ? traceId : headers.get('x-trace-id'),
    requestId: headers.get('x-request-id'),
    retryAfterMs: parseRetryAfterMs(headers.get('retry-after')),
  })
}

function parsed(text: string): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(text)
    return isObject(body) ? body : {}
  } catch {
    return {}
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** `Retry-After` is a number of seconds or a date (RFC 9110, 10.2.3). */
function parseRetryAfterMs(header: string | null): number | null {
  if (header === null) return null
  const ms = /^\d+$/.test(header.trim()) ? Number(header) * 1_000 : Date.parse(header) - Date.now()
  return Number.isNaN(ms) ? null : Math.max(0, ms)
}
