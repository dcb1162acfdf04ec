/**
 * Every error code of the system with its HTTP status: the one place where both meet
 * (http.md#errors). A code that is not here does not compile.
 */
export const errorStatus = {
  ValidationFailed: 400,
  MalformedJson: 400,
  JsonTooDeep: 400,
  JsonTooManyValues: 400,
  WindowExceeded: 400,
  TransitionNotAllowed: 400,
  QuantityNotAvailable: 400,
  NothingToResume: 400,
  NothingToPrint: 400,
  OrderIsUnpaid: 400,
  OrderIsReadOnly: 400,
  OrderIsQueued: 400,
  OrderIsDeleted: 400,
  OrderIsNotDeleted: 400,
  CartIsOrdered: 400,
  NotificationsNotConfigured: 400,
  SenderNotAllowed: 400,
  ComponentProductNotFound: 400,
  InvalidComponentSku: 400,
  CircularReference: 400,
  ComponentInvalid: 400,
  AssetUrlNotAllowed: 400,
  AssetDownloadFailed: 400,
  InvalidCredentials: 401,
  Unauthorized: 401,
  SessionEnded: 401,
  Forbidden: 403,
  CrossSiteRequest: 403,
  CsrfTokenInvalid: 403,
  RefundLimitReached: 403,
  RefundTooHigh: 403,
  RefundNeedsApproval: 403,
  ConfirmationRequired: 403,
  PasswordChangeRequired: 403,
  SecondFactorRequired: 403,
  AddressNotAllowed: 403,
  NotFound: 404,
  TemplateNotFound: 404,
  MethodNotAllowed: 405,
  RequestTimeout: 408,
  OrderIdExists: 409,
  OrderIsHeld: 409,
  RefundRequestDecided: 409,
  ButtonNotOffered: 409,
  ValidationRefused: 409,
  CustomerHasOpenOrders: 409,
  CartIdExists: 409,
  InvoiceIncomplete: 409,
  LedgerNotMapped: 409,
  ProductIdExists: 409,
  SkuExists: 409,
  ProductInUse: 409,
  ResourceLocked: 409,
  IdempotencyInFlight: 409,
  VersionConflict: 412,
  PayloadTooLarge: 413,
  UriTooLong: 414,
  UnsupportedMediaType: 415,
  RangeNotSatisfiable: 416,
  IdempotencyKeyReused: 422,
  TemplateFailed: 422,
  RateLimited: 429,
  HeadersTooLarge: 431,
  InternalError: 500,
  Unavailable: 503,
  ValidationUnanswered: 503,
} as const satisfies Record<string, number>

export type ErrorCode = keyof typeof errorStatus

/**
 * Texts by the path of the offending value: `{ "orderForm.lineItems[0].quantity": ["must be above
 * 0"] }`.
 */
export type ErrorTexts = Record<string, string[]>

export type ErrorDetails = {
  /** One entry per bad path; goes to `errors` of the body. */
  errors?: ErrorTexts
  /**
   * Further fields of the body, for codes that define some (http.md#entity-tags,
   * orders.md#order-lock).
   */
  fields?: Record<string, unknown>
  /** Headers that belong to the response, such as `Content-Range` with 416. */
  headers?: Record<string, string>
  /** Seconds after which a retry makes sense; becomes `Retry-After`. */
  retryAfterSeconds?: number
  /** The failure behind it, for the log alone; becomes the error's `cause`. */
  cause?: unknown
}

/**
 * An expected failure: bad input, a conflict, something that is not there. Becomes the one error
 * body.
 */
export class DomainError extends Error {
  readonly code: ErrorCode
  readonly details: ErrorDetails

  constructor(code: ErrorCode, message: string, { cause, ...details }: ErrorDetails = {}) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'DomainError'
    this.code = code
    this.details = details
  }
}

/** A `ValidationFailed` error naming one path. */
export function invalid(path: string, text: string): DomainError {
  return new DomainError('ValidationFailed', path === '' ? text : `${path} ${text}`, { errors: { [path]: [text] } })
}

/**
 * What work returns, or what it was refused with, for callers that report a refusal instead of
 * failing by it: for a row of a batch, or for a step of a run. Other errors are raised.
 */
export function orRefusal<T>(work: () => T): T | DomainError {
  try {
    return work()
  } catch (error) {
    if (error instanceof DomainError) return error
    throw error
  }
}

/**
 * Raises `ValidationFailed` with every text when there is any: one entry per bad path
 * (http.md#errors).
 */
export function assertNoErrors(errors: ErrorTexts): void {
  const [first] = Object.entries(errors)
  if (first === undefined) return
  const others = Object.keys(errors).length - 1
  const ending = others > 0 ? `, and ${others} more.` : '.'
  throw new DomainError('ValidationFailed', `${first[0]} ${first[1][0]}${ending}`, { errors })
}

/**
 * Something that the code itself guarantees is not so: a mistake of the program, unless the caller
 * knows where else it can come from.
 */
export class InvariantViolated extends Error {
  /** What should have been so. */
  readonly what: string

  constructor(what: string) {
    super(`Invariant violated: ${what}`)
    this.name = 'InvariantViolated'
    this.what = what
  }
}

/** Stops the program's current work when something that the code itself guarantees is not so. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new InvariantViolated(message)
}
