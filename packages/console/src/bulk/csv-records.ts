const QUOTE = 0x22
const LINE_FEED = 0x0a

/**
 * Counts the records of a CSV file as its bytes arrive; a line feed within quotes ends none (RFC
 * 4180).
 */
export function createRecordCounter(): (chunk: Uint8Array) => number {
  let records = 0
  let isQuoted = false
  return (chunk) => {
    for (const byte of chunk) {
      // A quote in a text is written twice, which leaves it quoted.
      if (byte === QUOTE) isQuoted = !isQuoted
      else if (byte === LINE_FEED && !isQuoted) records++
    }
    return records
  }
}
