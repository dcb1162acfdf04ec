import { createHash } from 'node:crypto'

/** SHA-256 of a text's UTF-8, in hex (4-decisions O.7). */
export function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex')
}
