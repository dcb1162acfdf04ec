import type { RequiredSequence } from '@open-oms/contracts/config/number-sequences'
import { DomainError, orRefusal } from '@open-oms/contracts/errors'
import type { Order } from '@open-oms/contracts/orders/order'
import type { ReturnOrderForm } from '@open-oms/contracts/orders/returns/returns'
import { LIST_MAX } from '@open-oms/contracts/primitives'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import type { OrdersConfig } from '../../../order/rules/context/orders-config.ts'
import { CREDIT_NOTE_NUMBER } from '../../../order/rules/payments/payment-events.ts'
import type { PublishedAllocation } from '../../../order/rules/payments/published-allocations.ts'
import { withProperties } from '../../../order/rules/shipments/shipment-info.ts'
import { drawNumberIn, requireSequence } from '../../../order/store/number-sequences.ts'
import { documentLayout } from '../../documents/data/document-layout.ts'
import { creditNoteFile, type OrderFile, withAsset } from '../../documents/domain/credit-note.ts'
import { insertOrderFile } from '../../documents/order-files.ts'
import { findRunReturnForm, withForm } from './return-form.ts'
import type { ChangeStep, StepOutcome, TransactionStep } from './step-definition.ts'

/** An order of its own type for returns has the statuses of a return form, and no form. */
const NO_FORM = 'The run is for no return form.'

/**
 * Gives the return form its `rmaNumber`, from the sequence of that name
 * (workflow-steps.md#return-steps).
 */
export const ensureRma = numberingStep({
  name: 'EnsureRma',
  reference: {
    does: 'Gives the return form its `rmaNumber`, from the number sequence `rma` of the company, without gaps',
    conditions: ['the run is of a return form'],
    connectorKinds: [],
    warnings: ['the run is of no return form', 'the form has a number already'],
    errors: ['no sequence is for the company of the store'],
    section: 'return-steps',
    example: { within: { orderType: 'ReturnOrder', status: 'New' } },
  },
  sequence: 'rma',
  readNumber: ({ rmaNumber }) => rmaNumber,
  hasRoom: () => true,
  numbered: (form, rmaNumber) => ({ ...form, rmaNumber }),
})

/**
 * Gives the return form the number of its credit note, as property `CreditNoteNumber`, from its
 * sequence, and puts the credit note among the order's assets (workflow-steps.md#return-steps,
 * postings.md#invoice-data).
 */
export const createCreditNote = numberingStep({
  name: 'CreateCreditNote',
  reference: {
    does: "Gives the return form property `CreditNoteNumber`, from the number sequence `creditNote` of the company, and puts the credit note among the order's assets",
    conditions: ['the run is of a return form'],
    connectorKinds: [],
    warnings: [
      'the run is of no return form',
      'the form has a number already',
      'the order has 250 assets: the number is given, the document is not kept',
    ],
    errors: ['the return form has 250 properties', 'no sequence is for the company of the store'],
    section: 'return-steps',
    example: { within: { orderType: 'ReturnOrder', status: 'Completed' } },
  },
  sequence: 'creditNote',
  readNumber: ({ properties }) => properties.find(({ key }) => key === CREDIT_NOTE_NUMBER)?.value,
  hasRoom: ({ properties }) => properties.length < LIST_MAX,
  numbered: (form, value) => ({
    ...form,
    properties: withProperties(
      form.properties.filter(({ key }) => key !== CREDIT_NOTE_NUMBER),
      [{ key: CREDIT_NOTE_NUMBER, value }],
    ),
  }),
  buildFile: (order, { number, returnId, config, allocations, now }) => {
    const layout = documentLayout({ name: 'credit-note', order, config })
    return creditNoteFile(order, { number, returnId, config, layout, allocations, now })
  },
})

type IssuedNumber = {
  number: string
  returnId: string
  config: OrdersConfig
  allocations: readonly PublishedAllocation[]
  now: string
}

type NumberingRule = Pick<TransactionStep, 'reference'> & {
  name: string
  sequence: RequiredSequence
  readNumber(form: ReturnOrderForm): string | null | undefined
  hasRoom(form: ReturnOrderForm): boolean
  numbered(form: ReturnOrderForm, number: string): ReturnOrderForm
  /** The document that has the number, from the order with the numbered form. */
  buildFile?(order: Order, issued: IssuedNumber): OrderFile
}

/**
 * A step that numbers the return form of the run, once. The number is drawn in the transaction that
 * gives it: a process that dies in between leaves no gap, and the repetition of the step no second
 * number.
 */
function numberingStep({ name, reference, sequence, readNumber, hasRoom, numbered, buildFile }: NumberingRule): TransactionStep {
  const given = (order: Order, form: ReturnOrderForm | undefined): StepOutcome | null => {
    if (form === undefined) return { order, actionStatus: 'Warning', message: NO_FORM }
    if (readNumber(form)) return { order, actionStatus: 'Warning', message: 'The return form has its number already.' }
    if (hasRoom(form)) return null
    return { order, actionStatus: 'Error', errorReason: `The return form has ${LIST_MAX} properties, as many as it can hold.` }
  }
  return {
    kind: 'transaction',
    names: [name],
    properties: {},
    reference,
    async carryOut(tx, order, context) {
      const known = given(order, findRunReturnForm(order, context))
      if (known !== null) return known
      const wanted = orRefusal(() => requireSequence(context.config, sequence, order.storeId))
      if (wanted instanceof DomainError) return { order, actionStatus: 'Error', errorReason: wanted.message }
      const number = await drawNumberIn(tx, wanted)
      const done = withForm(order, context, (form) => numbered(form, number))
      const { config, now, run } = context
      const issued = { number, config, allocations: context.allocationsOf(order), now }
      const file = run.returnId === null ? undefined : buildFile?.(done, { ...issued, returnId: run.returnId })
      return file === undefined ? { order: done, actionStatus: 'Success' } : filed(tx, done, file)
    },
  }
}

/** The file is written with the order that names it, or not at all. */
async function filed(tx: Transaction, order: Order, file: OrderFile): Promise<StepOutcome> {
  const named = withAsset(order, file.asset)
  if (named.assets.length > LIST_MAX) {
    const message = `The order has ${LIST_MAX} assets, as many as it can hold: the document was not put among them.`
    return { order, actionStatus: 'Warning', message }
  }
  await insertOrderFile(tx, order.id, file)
  return { order: named, actionStatus: 'Success' }
}

/**
 * Moves the order to Returned when all that was delivered is returned, else to PartiallyReturned
 * (workflow-steps.md#return-steps). What another return form asks for at the same time counts:
 * `returnQuantity` counts from the creation of a form. The order moves immediately, and not after
 * the background steps: the response to the completed form has the order's status.
 */
export const updateOrderStatus: ChangeStep = {
  kind: 'change',
  names: ['UpdateOrderStatus'],
  properties: {},
  reference: {
    does: 'Moves the order to `Returned` when all that was delivered is returned, else to `PartiallyReturned`',
    conditions: ['the run is of a return form'],
    connectorKinds: [],
    warnings: ['the run is of no return form', 'the order has that status already'],
    errors: ['the order may not move to that status'],
    section: 'return-steps',
    example: { within: { orderType: 'ReturnOrder', status: 'Completed' } },
  },
  apply(order, context) {
    if (findRunReturnForm(order, context) === undefined) return { order, actionStatus: 'Warning', message: NO_FORM }
    const isReturned = order.orderForm.lineItems.every((line) => line.returnQuantity >= line.deliveredQuantity)
    const status = isReturned ? 'Returned' : 'PartiallyReturned'
    if (order.status === status) return { order, actionStatus: 'Warning', message: `The order is ${status} already.` }
    return { order, actionStatus: 'Success', triggerNewStatus: status, isImmediate: true }
  },
}
