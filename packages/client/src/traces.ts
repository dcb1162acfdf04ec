/**
 * A `traceparent` of a trace that begins here (W3C Trace Context), for callers without a tracer of
 * their own.
 */
export function newTraceparent({ isSampled = true } = {}): string {
  return `00-${hex(16)}-${hex(8)}-${isSampled ? '01' : '00'}`
}

function hex(bytes: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
