/** The scroll and the batch of an id, counted from 0. */
export type ScrollPosition = { id: string; batch: number }

const UUID_BYTES = 16
const BYTES = UUID_BYTES + 4
const FORM = /^[\w-]{27}$/

/** An opaque id that needs no encoding in a path (search.md#scroll). */
export function formatScrollId({ id, batch }: ScrollPosition): string {
  const bytes = Buffer.alloc(BYTES)
  bytes.write(id.replaceAll('-', ''), 'hex')
  bytes.writeUInt32BE(batch, UUID_BYTES)
  return bytes.toString('base64url')
}

/** Null for a text that `formatScrollId` never returned. */
export function readScrollId(text: string): ScrollPosition | null {
  if (!FORM.test(text)) return null
  const bytes = Buffer.from(text, 'base64url')
  const hex = bytes.toString('hex', 0, UUID_BYTES)
  const id = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
  const position = { id, batch: bytes.readUInt32BE(UUID_BYTES) }
  // Some bits of the last character are unused.
  return formatScrollId(position) === text ? position : null
}
