import { completer } from '@open-oms/contracts/complete'
import { invariant } from '@open-oms/contracts/errors'
import { Order, type OrderDraft } from '@open-oms/contracts/orders/order'
import { OrderLine } from '@open-oms/contracts/orders/order-line'
import { collectProblems, type Problems } from '@open-oms/contracts/problems'
import { withErrorStatuses } from '../../../order/rules/input/error-statuses.ts'
import { withGeneratedFields, withLogTimes, withReturnIds } from '../../../order/rules/input/generated-fields.ts'
import {
  checkHead,
  checkOrderPayments,
  normalised,
  type OrderInput,
  type OrderInputContext,
} from '../../../order/rules/input/order-input.ts'
import { checkNewLines, type LineInput, withLineDefaults, withLineIds } from '../../../order/rules/lines/new-lines.ts'
import { checkNewReferences } from '../../../order/rules/packages/package-references.ts'
import { refuseRepeats } from '../../../order/rules/patches/patch-by-id.ts'
import { replacePayments } from '../../../order/rules/payments/order-payments.ts'
import { allotLines, type CopyOf, type ShipmentInput } from '../../../order/rules/shipments/new-shipments.ts'

/** How an order is made of an input, where creating, importing and replacing differ. */
export type OrderInputRules = {
  /** The order that the input replaces. */
  stored: Order | null
  /** True: the order gets its number, and with it its id, afterwards. */
  isNumberedLater: boolean
  /** How id, store, market, type and status are checked, where it is not as for an order. */
  checkHead?(input: OrderInput, problems: Problems): void
  /** Fields that replace those of the input. */
  instead(input: OrderInput): Partial<OrderDraft>
  /** The copy of a line in a shipment. */
  copyOf: CopyOf
  shipmentOf(shipment: ShipmentInput): ShipmentInput
  /** What the line, or its copy in a shipment, has reserved; clients do not decide it. */
  reservedOf(lineItemId: string | undefined, shipmentId?: string): number
}

const complete = completer(Order)
const completeLine = completer(OrderLine)

/**
 * The whole order that an input describes, by the same rules for every endpoint
 * (quantities.md#shipments-of-a-new-order, orders.md#order-creation, orders.md#default-market,
 * lines.md#line-ids). Calculated amounts and version are not set yet. Raises `ValidationFailed`
 * naming every bad path.
 */
export function orderFromInput(sent: OrderInput, context: OrderInputContext, making: OrderInputRules): OrderDraft {
  const { stored, isNumberedLater, copyOf } = making
  const { config, now } = context
  const input = normalised(sent, context, stored)
  const problems = collectProblems()
  if (making.checkHead === undefined) checkHead(input, { config, stored, isNumberedLater }, problems)
  else making.checkHead(input, problems)
  const numbered = withLineIds(input.orderForm?.lineItems ?? []).map(withLineDefaults)
  checkNewLines(numbered, 'orderForm.lineItems', problems)
  const allotted = allotLines({ lines: numbered, shipments: input.orderForm?.shipments ?? [], copyOf }, problems)
  checkOrderPayments(input, config, problems)
  refuseRepeats(input.returnOrderForms ?? [], { field: 'returnId', path: 'returnOrderForms' }, problems)
  problems.throwIfAny()
  const whole = wholeLines(making)
  const shipments = allotted.shipments.map((shipment) => making.shipmentOf(withLogTimes(shipment, now)))
  const order = complete({
    ...withReturnIds(withGeneratedFields(input, context, stored), numbered),
    ...({ ...making.instead(input), modifiedBy: null, versionId: null } as unknown as OrderInput),
    orderForm: { ...input.orderForm, lineItems: [], shipments: shipments.map(withoutLines), payments: [] },
  })
  const form = order.orderForm
  for (const [index, { shipmentId, packages }] of form.shipments.entries()) {
    const before = stored?.orderForm.shipments.find((known) => known.shipmentId === shipmentId)
    const { lineItems = [] } = shipments[index] as ShipmentInput
    checkNewReferences({ packages, lineItems }, { before, path: `orderForm.shipments[${index}]`, problems })
  }
  problems.throwIfAny()
  return {
    ...order,
    errors: withErrorStatuses(order.errors, stored?.errors ?? []),
    returnOrderForms: order.returnOrderForms.map((returned, index) => {
      const before = stored?.returnOrderForms.find(({ returnId }) => returnId === returned.returnId)
      const payments = input.returnOrderForms?.[index]?.payments ?? []
      return { ...returned, payments: replacePayments(before?.payments ?? [], payments, context) }
    }),
    orderForm: {
      ...form,
      lineItems: whole(allotted.lines),
      shipments: form.shipments.map((shipment, index) => ({
        ...shipment,
        lineItems: whole(shipments[index]?.lineItems ?? [], shipment.shipmentId),
      })),
      payments: replacePayments(stored?.orderForm.payments ?? [], input.orderForm?.payments ?? [], context),
    },
  }
}

/**
 * The draft as an order, whose calculated fields are set by the calculation. That it has an id,
 * store, type and status was checked of the input.
 */
export function placedOrder(draft: OrderDraft): Order {
  invariant(isPlaced(draft), 'an order has an id, a store, a type and a status')
  return draft
}

function isPlaced(draft: OrderDraft): draft is Order {
  return draft.id !== null && draft.storeId !== null && draft.orderType !== null && draft.status !== null
}

function withoutLines(shipment: ShipmentInput): ShipmentInput {
  return { ...shipment, lineItems: [] }
}

/**
 * Makes lines whole; a shipment that takes all lines as they are has them from the order, for they
 * are the largest part of the work.
 */
function wholeLines({ reservedOf }: OrderInputRules): (lines: readonly LineInput[], shipmentId?: string) => OrderLine[] {
  const known = new Map<LineInput, OrderLine>()
  return (lines, shipmentId) =>
    lines.map((input) => {
      const line = known.get(input) ?? completeLine(input)
      known.set(input, line)
      const reservedInventoryQuantity = reservedOf(input.lineItemId, shipmentId)
      return line.reservedInventoryQuantity === reservedInventoryQuantity ? line : { ...line, reservedInventoryQuantity }
    })
}
