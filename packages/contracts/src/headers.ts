type HeaderSchema = { type: 'string' | 'integer'; [keyword: string]: unknown }
type Header = { description: string; schema: HeaderSchema }

const text = { type: 'string' } as const
const count = { type: 'integer', minimum: 0 } as const

/**
 * The headers of requests that the system reads beside `Authorization` (http.md#entity-tags,
 * http.md#idempotency-keys).
 */
export const requestHeaders = {
  'Accept-Language': {
    description: 'The language of sentences for people: `en`, or `nb`, `nn` and `no` for Norwegian. English by default.',
    schema: { type: 'string', examples: ['nb'] },
  },
  'Error-Policy': {
    description: '`continue` writes the good rows although others are not; by default nothing is written then.',
    schema: { type: 'string', examples: ['continue'] },
  },
  'Idempotency-Key': {
    description:
      'Makes a repetition of the same request harmless: it gets the first response, with `Idempotent-Replayed: true`; or 403 when ' +
      'the token no longer covers all stores of the first one. Kept for 48 hours.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
  'If-Match': {
    description: 'The `ETag` that the change is meant for; `*` and lists work. Another version is 412.',
    schema: text,
  },
  'If-None-Match': {
    description: 'The `ETag` of what the client has; when it is still current, the response is 304 without a body.',
    schema: text,
  },
  'If-Range': { description: 'The `ETag` that `Range` is meant for; of other content the whole is returned.', schema: text },
  'Last-Event-ID': {
    description: 'The `id` of the last event of an earlier stream, behind which this one begins; it goes before `since`.',
    schema: text,
  },
  Prefer: {
    description:
      '`return=minimal` returns 204 with the `ETag` instead of the body. Where many orders are written, `return=representation` ' +
      'returns 200 with what became of each instead of 204. Every read of whole orders leaves their empty fields out with `omit-empty`.',
    schema: { type: 'string', examples: ['return=minimal', 'omit-empty'] },
  },
  Range: { description: 'The part of the file that is wanted, in bytes: `bytes=0-1023`.', schema: text },
  'X-CSRF-Token': { description: 'The `csrfToken` of the session whose cookie the request has.', schema: text },
} as const satisfies Record<string, Header>

export type RequestHeader = keyof typeof requestHeaders

/**
 * The headers of responses that have a meaning of ours, or that a client needs to read a response
 * (http.md).
 */
export const responseHeaders = {
  'Accept-Ranges': { description: '`bytes`: parts can be asked for with `Range`.', schema: text },
  'Cache-Control': { description: 'Whether and how long a cache may keep the response.', schema: text },
  'Clear-Site-Data': { description: '`"cache"`: the browser forgets the responses that it has kept.', schema: text },
  'Content-Disposition': { description: 'The name of the file, and whether it is shown or saved.', schema: text },
  'Content-Range': { description: 'The part that the body is, and the length of the whole, in bytes.', schema: text },
  Deprecation: { description: 'Since when clients are to give up the call: `@` and seconds since 1970.', schema: text },
  ETag: { description: 'The version of what the body carries, in quotes; for `If-Match` or `If-None-Match`.', schema: text },
  'Idempotent-Replayed': {
    description: '`true`: the response is the stored one of the first request with this `Idempotency-Key`.',
    schema: { type: 'string', enum: ['true'] },
  },
  Location: { description: 'The path of what was created.', schema: text },
  'Overwrote-Versions': {
    description: 'The ids of the versions that came after the `versionId` of the body and were overwritten, separated by commas.',
    schema: text,
  },
  'Ignored-Parameters': {
    description: 'The names in the query that the operation does not have, encoded: nothing was limited by them. Absent: none.',
    schema: text,
  },
  Pragma: { description: '`no-cache`, for caches of HTTP/1.0.', schema: text },
  'Preference-Applied': {
    description: '`return=minimal`: the body was left out; `omit-empty`: empty fields of orders were.',
    schema: text,
  },
  'RateLimit-Limit': { description: 'The most requests that the client, or the address, can have saved up.', schema: count },
  'RateLimit-Remaining': { description: 'How many requests are left now.', schema: count },
  'RateLimit-Reset': { description: 'Seconds until more requests are allowed.', schema: count },
  'Replaced-Characters': {
    description: 'How many characters the encoding or format of the file does not have; `?` is in the place of each.',
    schema: count,
  },
  'Retry-After': { description: 'Seconds after which a repetition makes sense.', schema: { type: 'integer', minimum: 1 } },
  'Set-Cookie': { description: 'The cookie of the session; an empty one clears it.', schema: text },
  Sunset: { description: 'Until when the call works at least.', schema: text },
  'Undeclared-Properties': {
    description:
      'The keys of properties that were written and that `custom-fields.json` does not declare, separated by commas and ' +
      'percent-encoded; the first 20. They are stored all the same.',
    schema: text,
  },
  'WWW-Authenticate': { description: 'How to authenticate.', schema: text },
  'X-Accel-Buffering': { description: '`no`: proxies pass the response on as it comes.', schema: text },
  'X-Request-Id': { description: 'The id of the request: that of the client, or a new one.', schema: text },
  'X-Trace-Id': {
    description: 'The trace that the request belongs to; names it in logs. The same as `traceId` of errors.',
    schema: text,
  },
} as const satisfies Record<string, Header>

export type ResponseHeader = keyof typeof responseHeaders
