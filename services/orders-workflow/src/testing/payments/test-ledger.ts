import type { PaymentOperation } from '@open-oms/contracts/connectors/payment-protocol'
import { type PaymentRequest, paymentConnector } from '../../connectors/payment/payment-connector.ts'

export type LedgerManner = 'does' | 'refuses' | 'isLostBefore' | 'isLostAfter'
export type LedgerEffect = PaymentRequest & { operation: PaymentOperation; transactionId: string }

/**
 * The ledger of a payment provider: each key has one effect at most, or is refused forever;
 * captures and voids are within an authorisation, refunds within a capture. `violations` are
 * requests beyond that.
 */
export function testLedger(authorised: Record<string, number>) {
  const effects: LedgerEffect[] = []
  const asked = new Map<string, string>()
  const refused = new Set<string>()
  const violations: string[] = []
  const ledger = { effects, violations, manner: 'does' as LedgerManner, connector: paymentConnector(treat) }

  async function treat(operation: PaymentOperation, request: PaymentRequest) {
    const { idempotencyKey: key } = request
    const { idempotencyKey: _, ...rest } = request
    const text = JSON.stringify({ operation, ...rest })
    if ((asked.get(key) ?? text) !== text) violations.push(`key ${key} asks for ${text} after ${asked.get(key)}`)
    asked.set(key, text)
    if (ledger.manner === 'isLostBefore') return { outcome: 'unreachable' as const, reason: 'lost' }
    const known = effects.find((effect) => effect.idempotencyKey === key)
    if (known === undefined && (refused.has(key) || ledger.manner === 'refuses' || isBeyond(operation, request))) {
      refused.add(key)
      return { outcome: 'refused' as const, reason: 'no' }
    }
    const effect = known ?? { ...request, operation, transactionId: `tx-${effects.length + 1}` }
    if (known === undefined) effects.push(effect)
    if (ledger.manner === 'isLostAfter') return { outcome: 'unreachable' as const, reason: 'lost' }
    return { outcome: 'done' as const, transactionId: effect.transactionId }
  }

  function isBeyond(operation: PaymentOperation, { amount, authorization, capture, idempotencyKey }: PaymentRequest): boolean {
    if (operation === 'authorize') return false
    const source = (operation === 'refund' ? capture : authorization)?.transactionId
    const own = effects.find(({ transactionId }) => transactionId === source)
    const limit = own?.amount ?? authorised[source ?? ''] ?? 0
    const used = effects.filter((effect) => (effect.capture ?? effect.authorization)?.transactionId === source)
    const isOver = cents(amount) + sumEffects(used) > cents(limit)
    // A void may follow a capture whose response was lost: the provider knows, and refuses.
    if (isOver && operation !== 'cancel') violations.push(`${operation} ${idempotencyKey} of ${amount} beyond ${limit}`)
    return isOver
  }

  return ledger
}

const cents = (amount: number) => Math.round(amount * 100)

/** The sum of effects, in minor units. */
export function sumEffects(effects: readonly { amount: number }[]): number {
  return effects.reduce((sum, { amount }) => sum + cents(amount), 0)
}
