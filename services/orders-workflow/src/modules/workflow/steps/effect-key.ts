import { createHash } from 'node:crypto'

const KEY_LENGTH = 40

/**
 * The idempotency key of the effect with a name: 40 hexadecimal digits, equal for equal names. The
 * ids of payments end in it, and `openRequests` finds it there by its length
 * (payments.md#capture-idempotency).
 */
export function effectKey(name: string): string {
  return createHash('sha256').update(name).digest('hex').slice(0, KEY_LENGTH)
}
