import { type Payment, Payment as PaymentModel } from '@open-oms/contracts/orders/payment'
import { LIST_MAX } from '@open-oms/contracts/primitives'
import { isEqual } from '../context/changed-fields.ts'
import { checkPayments, checkRounded, newPayment, type PaymentInput } from '../payments/new-payments.ts'
import { paymentFinder, replacePayments } from '../payments/order-payments.ts'
import { inSentOrder, isSameList, withoutSame } from './patch-matches.ts'
import { type MergeContext, merged } from './patch-merge.ts'
import { schemaShape } from './patch-shapes.ts'

type Target = {
  merging: MergeContext
  /** Decimals of the order's currency. */
  exponent: number
  /** Where the list is in the body. */
  path: string
}

const shape = schemaShape(PaymentModel)

/**
 * The payments with those of a patch (payments.md#payment-identity): found by their id, else by
 * transaction id and type, and then updated field by field; id and creation stay. A new one must
 * follow payments.md#sent-payments. A payment without any of these keys is added unless the order
 * has one with the same content. Problems name the path.
 */
export function patchedPayments(known: Payment[], sent: readonly PaymentInput[], { merging, exponent, path }: Target): Payment[] {
  const { problems, keepsItems } = merging
  const check = (payments: readonly PaymentInput[]) => {
    checkPayments(payments, path, problems)
    checkRounded(payments, { path, exponent }, problems)
  }
  if (!keepsItems) {
    check(sent)
    return unlessSame(known, replacePayments(known, sent.map(rounded(merging)), merging))
  }
  const payments = [...known]
  const added: number[] = []
  const nameless: number[] = []
  const indexIn = paymentFinder(sent)
  const add = (index: number) => {
    payments.push(newPayment(rounded(merging)(sent[index] as PaymentInput), merging))
    added.push(index)
  }
  const whole = sent.map((payment, index): PaymentInput => {
    const position = indexIn(payments, payment)
    const before = payments[position]
    if (before !== undefined) {
      const { id, created, ...fields } = payment
      payments[position] = merged(before, fields, { shape, merging, path: `${path}[${index}]` })
      return { ...(before as PaymentInput), ...fields }
    }
    if (payment.id || payment.transactionId) add(index)
    else nameless.push(index)
    return payment
  })
  check(whole)
  for (const index of withoutSame(nameless, { list: payments, sent }, { shape, round: merging.round })) add(index)
  if (payments.length > LIST_MAX) problems.add(path, `would make the list longer than ${LIST_MAX}`)
  return unlessSame(known, inSentOrder(payments, added))
}

/** The payment as it is stored, so that it is recognised when it is sent again. */
function rounded({ round }: MergeContext): (payment: PaymentInput) => PaymentInput {
  return (payment) => (payment.amount === undefined ? payment : { ...payment, amount: round(payment.amount) })
}

function unlessSame(known: Payment[], payments: Payment[]): Payment[] {
  return isSameList(payments, known, isEqual) ? known : payments
}
