import type { Order } from '@open-oms/contracts/orders/order'
import type { Payment } from '@open-oms/contracts/orders/payment'
import { LIST_MAX } from '@open-oms/contracts/primitives'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import type { VersionConfig } from '../rules/context/order-context.ts'
import { refundedPayment } from '../rules/payments/authorised-rest.ts'
import { CREDIT_NOTE_NUMBER, findProperty } from '../rules/payments/payment-events.ts'
import { findRefundedForm } from '../rules/payments/payment-scope.ts'
import { withProperties } from '../rules/shipments/shipment-info.ts'
import { isEffective } from '../rules/totals/payment-totals.ts'
import { drawNumberIn, requireSequence } from '../store/number-sequences.ts'

/** Of a write that calculates no amounts, such as an import, refunds keep what they came with. */
type Change = { before: Order | null; after: Order; isCalculated: boolean }
type Config = Pick<VersionConfig, 'settings' | 'stores' | 'numberSequences'>

/**
 * Gives each new refund of an invoice that is of no return form the number of its credit note, as
 * property `CreditNoteNumber` of the Credit, where the company makes electronic invoices
 * (invoices.md#credit-note-numbers). One that a write leaves out is put back. Numbers are drawn in
 * the transaction, without gaps. Returns the same order when there is nothing to number.
 */
export async function numberCredits(tx: Transaction, { before, after, isCalculated }: Change, config: Config): Promise<Order> {
  if (!isCalculated) return after
  const known = new Map(before?.orderForm.payments.map((payment) => [payment.id, payment]))
  const credits = after.orderForm.payments.filter((payment) => isToNumber(after, payment))
  if (credits.length === 0 || !isElectronic(after, config)) return after
  const numbers = new Map<Payment, string>()
  for (const credit of credits) {
    const earlier = known.get(credit.id)
    const number = earlier && findProperty(earlier, CREDIT_NOTE_NUMBER)
    if (number) numbers.set(credit, number)
    else if (earlier === undefined || !isEffective(earlier)) numbers.set(credit, await drawnNumber(tx, after, config))
  }
  if (numbers.size === 0) return after
  const payments = after.orderForm.payments.map((payment) => withNumber(payment, numbers.get(payment)))
  return { ...after, orderForm: { ...after.orderForm, payments } }
}

function isToNumber(order: Order, payment: Payment): boolean {
  if (payment.transactionType !== 'Credit' || !isEffective(payment)) return false
  const isFree = !findProperty(payment, CREDIT_NOTE_NUMBER) && payment.properties.length < LIST_MAX
  if (!isFree || findRefundedForm(order, payment) !== undefined) return false
  return refundedPayment(order, payment)?.transactionType === 'Invoiced'
}

/** Others write their credit notes elsewhere, with numbers of their own. */
function isElectronic({ storeId }: Order, { settings, stores }: Config): boolean {
  const company = stores.find(({ id }) => id === storeId)?.accountingCompanyCode
  return settings.documents.issuers.some(({ companyCode, electronic }) => companyCode === company && electronic !== null)
}

/** Every company has a sequence: the configuration is refused without one. */
async function drawnNumber(tx: Transaction, { storeId }: Order, config: Config): Promise<string> {
  return drawNumberIn(tx, requireSequence(config, 'creditNote', storeId))
}

function withNumber(payment: Payment, value: string | undefined): Payment {
  if (value === undefined) return payment
  return { ...payment, properties: withProperties(payment.properties, [{ key: CREDIT_NOTE_NUMBER, value }]) }
}
