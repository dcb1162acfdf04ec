/** First and last byte of a part, both included, both inside of the file. */
export type ByteRange = { start: number; end: number }

const SINGLE = /^bytes=(\d*)-(\d*)$/i

/**
 * The part of a file of that length that a `Range` header asks for (RFC 9110, section 14.2).
 * `whole` for anything but a single range of bytes: several, another unit, not well-formed; `none`
 * when it is outside of the file.
 */
export function requestedRange(header: string | undefined, length: number): ByteRange | 'whole' | 'none' {
  const [, first = '', last = ''] = SINGLE.exec(header?.replaceAll(/\s/g, '') ?? '') ?? []
  if (first === '' && last === '') return 'whole'
  if (first === '') return fromEnd(Number(last), length)
  const start = Number(first)
  const end = last === '' ? length - 1 : Number(last)
  // A range that ends before it begins is not well-formed, inside of the file or not.
  if (last !== '' && end < start) return 'whole'
  return start < length ? { start, end: Math.min(end, length - 1) } : 'none'
}

function fromEnd(count: number, length: number): ByteRange | 'none' {
  return count === 0 || length === 0 ? 'none' : { start: Math.max(0, length - count), end: length - 1 }
}

/**
 * Whether `If-Range` allows a range: only with the same strong tag; dates are not supported (RFC
 * 9110, section 13.1.5).
 */
export function allowsRange(ifRange: string | undefined, tag: string): boolean {
  return ifRange === undefined || ifRange.trim() === tag
}
