import type { ErrorCode } from './errors.ts'

/** What a code means for who called, and what to do. Markdown in one line each. */
export type ErrorGuide = { meaning: string; remedy: string }

/** The texts of the page of errors, by code (http.md#errors). */
export const errorGuide: Readonly<Record<ErrorCode, ErrorGuide>> = {
  ValidationFailed: {
    meaning: 'A value is missing, of another kind, or not possible here.',
    remedy: '`errors` names each bad value by its path. Correct them; the same request fails again.',
  },
  MalformedJson: {
    meaning: 'The body is not JSON, not UTF-8, or ends early.',
    remedy: 'Serialise the body with a JSON library, and send all of it.',
  },
  JsonTooDeep: { meaning: 'The body is nested more than 32 levels deep.', remedy: 'Flatten it.' },
  JsonTooManyValues: {
    meaning: 'The body has more than a million values, or an object more than 1,000 fields.',
    remedy: 'Send it in several requests.',
  },
  WindowExceeded: {
    meaning: '`take` × `page` is above 10,000.',
    remedy: 'Continue with a scroll or with `after`, or narrow the filters.',
  },
  TransitionNotAllowed: {
    meaning: 'The order may not go from its status to this one.',
    remedy: '`GET /api/Orders/{orderId}/Transitions` lists where it may go, and why not elsewhere.',
  },
  QuantityNotAvailable: {
    meaning: 'More of a line is delivered, moved, cancelled or returned than there is of it.',
    remedy: 'Read the order and send what is left of the line.',
  },
  NothingToResume: { meaning: 'No workflow run of the order waits to be resumed.', remedy: 'Read its runs; it may be done.' },
  NothingToPrint: {
    meaning: 'No shipment of the list has anything to pick or pack.',
    remedy: 'Choose other orders or shipments.',
  },
  OrderIsUnpaid: {
    meaning: 'Goods would leave, and part of the order is neither paid, authorised nor on invoice; `amount` says how much.',
    remedy: 'Authorise or record the payment, then ship.',
  },
  OrderIsReadOnly: {
    meaning: 'The status of the order, or the order itself, allows no changes.',
    remedy: 'Move it to a status that allows them, where the workflow permits that.',
  },
  OrderIsQueued: {
    meaning: 'The order is waiting in a queue and cannot be changed yet.',
    remedy: 'Wait until it has left the queue.',
  },
  OrderIsDeleted: { meaning: 'The order is deleted.', remedy: 'Restore it first.' },
  OrderIsNotDeleted: { meaning: 'Only deleted orders can be restored or removed permanently.', remedy: 'Delete it first.' },
  CartIsOrdered: { meaning: 'The cart has become an order.', remedy: 'Change the order, or begin another cart.' },
  NotificationsNotConfigured: {
    meaning: 'The order type has no message for this.',
    remedy: 'Configure a template and its sender.',
  },
  SenderNotAllowed: { meaning: 'The sender of a message is not one of the configured ones.', remedy: 'Use a configured sender.' },
  ComponentProductNotFound: {
    meaning: 'A component names a product that does not exist.',
    remedy: 'Create it before the package.',
  },
  InvalidComponentSku: {
    meaning: 'The SKU is not one that the component offers.',
    remedy: 'Choose one of the component’s options.',
  },
  CircularReference: { meaning: 'A package would contain itself.', remedy: 'Remove the component that leads back to it.' },
  ComponentInvalid: {
    meaning: 'The components of a package do not fit together, or a required one is missing.',
    remedy: '`errors` names the component.',
  },
  AssetUrlNotAllowed: {
    meaning: 'A file may not be fetched from that address.',
    remedy: 'Use a public https address, or allow the host.',
  },
  AssetDownloadFailed: {
    meaning: 'The file could not be fetched from its address, or is of another kind.',
    remedy: 'Open the address in a browser; try again when it works.',
  },
  InvalidCredentials: {
    meaning: 'The client id or its secret is wrong, or the name or password of a person.',
    remedy: 'Check both. They may have been changed.',
  },
  Unauthorized: {
    meaning: 'The request has no token, or one that is expired or not valid here.',
    remedy: 'Fetch a token and send it as `Authorization: Bearer …`.',
  },
  SessionEnded: {
    meaning: 'The session of the cookie is over: by time, by signing out, or because the person or the password is another.',
    remedy: 'Sign in again with `POST /session`.',
  },
  CrossSiteRequest: {
    meaning: 'A request with a session came from a page that is not of the gateway.',
    remedy: 'Programs and pages of others send a token in place of the cookie.',
  },
  CsrfTokenInvalid: {
    meaning: 'A request with a session that may change something has no `X-CSRF-Token`, or that of another session.',
    remedy: 'Send the `csrfToken` of `GET /session`.',
  },
  ConfirmationRequired: {
    meaning: 'What the request does asks that the person has shown lately who they are.',
    remedy: 'Send `POST /session/confirmation`, and the request again.',
  },
  PasswordChangeRequired: {
    meaning: 'The person was given the password by another one, and has to choose one of their own first.',
    remedy: 'Send `PUT /session/password`.',
  },
  SecondFactorRequired: {
    meaning: 'The configuration asks for a second factor of the person, who has none yet.',
    remedy: 'Add a passkey or an authenticator app.',
  },
  AddressNotAllowed: {
    meaning: 'The person or the client is limited to networks, and the request comes from another one.',
    remedy: 'Send it from one of the networks, or have the network added to `networks`.',
  },
  Forbidden: {
    meaning: 'The token lacks a role or a permission that the operation needs, or the store of the order.',
    remedy: 'Use a client with that role, permission and store; the operation lists its roles.',
  },
  RefundLimitReached: {
    meaning: 'The caller would pay back more in a day than their role allows.',
    remedy: 'Have someone with a higher limit pay it back, or wait for the next day (UTC).',
  },
  RefundTooHigh: {
    meaning: 'The refund is above the amount that the caller may pay back alone.',
    remedy: 'Have someone pay it back whose role allows more.',
  },
  RefundNeedsApproval: {
    meaning: 'More would be paid back of the order than one person may decide.',
    remedy: 'Ask for it with `POST /api/RefundRequests`. Once someone else has approved it, send the request again.',
  },
  RefundRequestDecided: {
    meaning: 'Someone else has approved or refused the refund, or it is paid back already.',
    remedy: 'Read the request again: `GET /api/RefundRequests`.',
  },
  NotFound: { meaning: 'There is no such thing, or no such path.', remedy: 'Check the id and the path.' },
  TemplateNotFound: { meaning: 'There is no template of that name.', remedy: '`GET /api/Templates` lists them.' },
  MethodNotAllowed: { meaning: 'The path exists for other methods.', remedy: 'The header `Allow` lists them.' },
  RequestTimeout: { meaning: 'The request did not arrive in time.', remedy: 'Send it again; split large bodies.' },
  OrderIdExists: {
    meaning: 'An order has this id.',
    remedy: 'After a request without a response the order was created: read it. Otherwise choose another id.',
  },
  ValidationRefused: {
    meaning: 'A validation hook of the tenant refuses what would follow; the message says why.',
    remedy: 'Correct what the message names, or ask whoever runs the service of the hook.',
  },
  ButtonNotOffered: {
    meaning: 'The button is not for orders in this status.',
    remedy: 'Read the order again: its status has changed, or `statuses` of the button lacks it.',
  },
  OrderIsHeld: { meaning: 'A hold stops the order.', remedy: 'Release the hold.' },
  CustomerHasOpenOrders: {
    meaning: 'The customer cannot be erased while an order has a run under way or goods that have not left.',
    remedy: 'Deliver or cancel the orders that the message names, or wait for their runs, and erase again.',
  },
  CartIdExists: { meaning: 'A cart has this id.', remedy: 'Read it, or choose another id.' },
  InvoiceIncomplete: {
    meaning: 'What an electronic invoice must say is missing or has another form; `errors` names it.',
    remedy: 'Complete the billing address of the order, or the issuer in `settings.json`.',
  },
  LedgerNotMapped: {
    meaning: 'Accounts, VAT codes, amounts or currencies of the ledger have no place in the file; `errors` names them.',
    remedy: 'Add them to the chart of accounts of the company, or narrow the period, the store or the currency.',
  },
  ProductIdExists: { meaning: 'A product has this id.', remedy: 'Replace it with PUT, or choose another id.' },
  SkuExists: { meaning: 'Another product has this SKU.', remedy: 'Choose another SKU.' },
  ProductInUse: { meaning: 'Packages contain the product.', remedy: 'Remove it from them first.' },
  ResourceLocked: {
    meaning: 'Another request is changing the same thing.',
    remedy: 'Send it again after `Retry-After` seconds.',
  },
  IdempotencyInFlight: {
    meaning: 'The first request with this idempotency key is still under way.',
    remedy: 'Send it again after `Retry-After` seconds; you get the first response.',
  },
  VersionConflict: {
    meaning: 'The thing has changed since you read it.',
    remedy: 'Read it again and repeat the change. `changedFields` says what differs.',
  },
  PayloadTooLarge: { meaning: 'The body is larger than the operation takes.', remedy: 'Send it in several requests.' },
  UriTooLong: {
    meaning: 'A part of the path is longer than 2,000 characters.',
    remedy: 'Use a shorter id, or a search with a body.',
  },
  UnsupportedMediaType: {
    meaning: 'A file or form has a content type that uploads do not take.',
    remedy: 'Send `application/octet-stream` or `multipart/form-data`, not compressed.',
  },
  RangeNotSatisfiable: { meaning: 'The file ends before the wanted range.', remedy: '`Content-Range` has its length.' },
  IdempotencyKeyReused: {
    meaning: 'The idempotency key was used for another request.',
    remedy: 'Use a new key for every request, and the same one only to repeat it.',
  },
  TemplateFailed: { meaning: 'The template cannot be filled in.', remedy: '`message` names the line; correct the template.' },
  RateLimited: {
    meaning: 'The client has used up its requests, or has too many under way.',
    remedy: 'Wait `Retry-After` seconds. `RateLimit-Remaining` warns before.',
  },
  HeadersTooLarge: { meaning: 'The headers are larger than 16 KiB.', remedy: 'Send fewer or shorter ones.' },
  InternalError: {
    meaning: 'Something went wrong in the service.',
    remedy: 'Send it again with the same idempotency key. Report the `traceId` when it stays.',
  },
  Unavailable: {
    meaning: 'The service is starting, overloaded, or lacks its database.',
    remedy: 'Send it again after `Retry-After` seconds, with the same idempotency key.',
  },
  ValidationUnanswered: {
    meaning: 'A validation hook of the tenant gave no answer in time, and refuses then.',
    remedy: 'Send it again after `Retry-After` seconds, with the same idempotency key.',
  },
}
