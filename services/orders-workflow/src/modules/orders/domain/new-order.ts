import { completer } from '@open-oms/contracts/complete'
import type { OrderType } from '@open-oms/contracts/config/order-types'
import { invalid } from '@open-oms/contracts/errors'
import { Hold } from '@open-oms/contracts/orders/hold'
import type { Order, OrderDraft } from '@open-oms/contracts/orders/order'
import type { InputOf } from '@open-oms/contracts/primitives'
import type { OrderInput, OrderInputContext } from '../../../order/rules/input/order-input.ts'
import { newCopy } from '../../../order/rules/shipments/new-shipments.ts'
import { type OrderInputRules, orderFromInput, placedOrder } from './order-from-input.ts'

const complete = completer(Hold)

/**
 * Dates and marks that steps set: what a client sends of them is ignored
 * (orders.md#service-owned-fields).
 */
const setBySteps = { completed: null, readyForPickup: null, customerPickupDeadline: null, isNewCustomer: null } as const

const making: Pick<OrderInputRules, 'stored' | 'copyOf' | 'shipmentOf' | 'reservedOf'> = {
  stored: null,
  copyOf: newCopy,
  shipmentOf: (shipment) => shipment,
  reservedOf: () => 0,
}

/**
 * The whole order that a request to create one describes (quantities.md#shipments-of-a-new-order,
 * orders.md#order-creation, orders.md#default-market, lines.md#line-ids). Calculated amounts and
 * version are not set yet. Raises `ValidationFailed` naming every bad path.
 */
export function newOrder(sent: OrderInput, context: OrderInputContext): Order {
  return placedOrder(draftFrom(sent, context, { isNumberedLater: false }))
}

/**
 * As `newOrder`, for an order that gets its number afterwards, and with it its id if none was sent.
 */
export function newOrderDraft(sent: OrderInput, context: OrderInputContext): OrderDraft {
  return draftFrom(sent, context, { isNumberedLater: true })
}

function draftFrom(
  sent: OrderInput,
  context: OrderInputContext,
  { isNumberedLater }: Pick<OrderInputRules, 'isNumberedLater'>,
): OrderDraft {
  const { now } = context
  return orderFromInput(sent, context, {
    ...making,
    isNumberedLater,
    instead: ({ id, orderNumber, created }) => ({
      ...setBySteps,
      holds: [],
      id: id ?? orderNumber ?? null,
      created: created ?? now,
      modified: now,
      updateStatusDate: now,
    }),
  })
}

/**
 * The whole order that is taken over from another system: as a new one, but with every date as it
 * is sent (orders.md#order-import). Raises `ValidationFailed` naming every bad path.
 */
export function importedOrder(sent: OrderInput, context: OrderInputContext): Order {
  const { now } = context
  const draft = orderFromInput(sent, context, {
    ...making,
    isNumberedLater: false,
    instead: ({ id, orderNumber, created, modified, updateStatusDate, holds }) => ({
      id: id ?? orderNumber ?? null,
      holds: importedHolds(holds ?? [], context),
      created: created ?? now,
      modified: modified ?? created ?? now,
      updateStatusDate: updateStatusDate ?? modified ?? created ?? now,
    }),
  })
  return placedOrder(draft)
}

/**
 * The order of a point-of-sale request: of type Pos and completed
 * (orders.md#point-of-sale-creation).
 */
export function posOrderInput(input: OrderInput): OrderInput {
  return { ...input, orderType: 'Pos', status: 'Completed' }
}

/**
 * The input with the first status of its type, by their order, where it names none
 * (orders.md#numbered-creation).
 */
export function withFirstStatus(input: OrderInput, types: readonly OrderType[]): OrderInput {
  if (input.status !== undefined) return input
  const statuses = types.find((type) => type.name === input.orderType)?.orderStatuses ?? []
  const [first] = statuses.toSorted((a, b) => a.order - b.order)
  return first === undefined ? input : { ...input, status: first.name }
}

/**
 * The holds of an order that is taken over from another system, with ids and times where they were
 * sent without (orders.md#order-import). Raises `ValidationFailed` for one without a reason.
 */
function importedHolds(sent: readonly InputOf<Hold>[], { now, newId }: Pick<OrderInputContext, 'now' | 'newId'>): Hold[] {
  return sent.map((hold, index) => {
    if (!hold.reasonCode) throw invalid(`holds[${index}].reasonCode`, 'is required')
    return complete({ ...hold, id: hold.id || newId(), created: hold.created ?? now })
  })
}
