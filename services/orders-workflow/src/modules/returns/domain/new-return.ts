import { completer } from '@open-oms/contracts/complete'
import { DomainError } from '@open-oms/contracts/errors'
import type { Order } from '@open-oms/contracts/orders/order'
import type { OrderLine } from '@open-oms/contracts/orders/order-line'
import type { LineItemReturn, ReturnRequestModel } from '@open-oms/contracts/orders/returns/return-requests'
import { ReturnOrderForm } from '@open-oms/contracts/orders/returns/returns'
import { type InputOf, LIST_MAX } from '@open-oms/contracts/primitives'
import { collectProblems, type Problems } from '@open-oms/contracts/problems'
import { larger, type Minor, minus, toAmount, toMinor, ZERO } from '@open-oms/money/minor'
import { nextNumber } from '../../../order/rules/lines/new-lines.ts'
import { SHIPMENT_COST } from '../../../order/rules/patches/patch-returns.ts'
import { withReturnedComponents } from '../../../order/rules/patches/returned-packages.ts'
import { toReturnedLine } from '../../../order/rules/returns/returned-line.ts'
import { newShipmentLike, withProperties } from '../../../order/rules/shipments/shipment-info.ts'
import { CREDIT_PER_UNIT } from '../../../order/rules/totals/return-credits.ts'

export type ReturnRequest = InputOf<ReturnRequestModel>
type LineReturn = InputOf<LineItemReturn>

type NewReturnContext = {
  /** The status that the form is created with; it may enter another one immediately. */
  status: string
  /** The ids of all stores. */
  storeIds: readonly string[]
  /** Decimals of the order's currency. */
  exponent: number
  /** ISO 8601 UTC. */
  now: string
}

const complete = completer(ReturnOrderForm)

/**
 * The new return form of a request (returns.md#return-creation). Totals and `creditAmount` are not
 * set yet. Raises `ValidationFailed` naming every bad path, and `NotFound` for a line that the
 * order does not have.
 */
export function newReturnForm(order: Order, request: ReturnRequest, context: NewReturnContext): ReturnOrderForm {
  const problems = collectProblems()
  checkRequest(order, request, { context, problems })
  problems.throwIfAny()
  const { returns = [], properties = [] } = request
  const shipping = shippingCredit(order, request, context.exponent)
  const charged = shipmentCharge(request)
  return {
    ...complete({
      ...presentFields({ returnComment: request.comment, returnType: request.returnType, rmaNumber: request.rmaNumber }),
      ...presentFields({ storeId: request.storeId, userId: request.userId }),
      ...(request.projectTypeId ? { claim: { projectType: request.projectTypeId } } : {}),
      returnId: String(nextNumber(order.returnOrderForms.map(({ returnId }) => returnId))),
      status: context.status,
      created: context.now,
      modified: context.now,
      creditPayment: request.creditPayment ?? true,
      ...(request.grossRoundoff === undefined ? {} : { grossRoundoff: request.grossRoundoff }),
      handlingTotal: request.handlingTotal ?? 0,
      shippingCreditedTotal: toAmount(shipping, context.exponent),
      returnCharges: charged > 0 ? [{ key: SHIPMENT_COST, amount: charged }] : [],
    }),
    properties: withProperties([], properties),
    lineItems: withReturnedComponents(order, returns).map((item) => returnedLine(order, item, context.now)),
    shipments: shipping > 0 ? creditedShipment(order) : [],
  }
}

type ClientFields = Pick<InputOf<ReturnOrderForm>, 'returnComment' | 'returnType' | 'rmaNumber' | 'storeId' | 'userId'>

function presentFields(fields: { [K in keyof ClientFields]?: ClientFields[K] | undefined }): ClientFields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

type ReturnCheck = { context: NewReturnContext; problems: Problems }

function checkRequest(order: Order, request: ReturnRequest, { context, problems }: ReturnCheck): void {
  const { returns = [], storeId } = request
  if (order.returnOrderForms.length >= LIST_MAX) problems.add('returns', `the order has ${LIST_MAX} return forms already`)
  const isCredited =
    request.creditShipment === true || [request.creditShipmentAmount, request.handlingTotal].some((sum) => (sum ?? 0) > 0)
  if (returns.length === 0 && !isCredited) problems.add('returns', 'must name at least one line')
  if (storeId !== undefined && !context.storeIds.includes(storeId)) problems.add('storeId', `"${storeId}" is not a store`)
  for (const field of ['chargeShipmentCostAmount', 'creditAmount', 'creditShipmentAmount', 'handlingTotal'] as const) {
    if ((request[field] ?? 0) < 0) problems.add(field, 'must not be negative')
  }
  if (request.chargeShipmentCost === true && request.chargeShipmentCostAmount === undefined)
    problems.add('chargeShipmentCostAmount', 'must say how much is charged')
  checkReturns(order, returns, problems)
}

function checkReturns(order: Order, returns: readonly LineReturn[], problems: Problems): void {
  const known = new Set(order.orderForm.lineItems.map(({ lineItemId }) => lineItemId))
  const ids = new Set<string>()
  for (const [index, { lineItemId, returnQuantity = 0, creditAmount = 0, properties = [] }] of returns.entries()) {
    const at = `returns[${index}]`
    if (!lineItemId) problems.add(`${at}.lineItemId`, 'is required')
    else if (ids.has(lineItemId)) problems.add(`${at}.lineItemId`, `"${lineItemId}" occurs twice`)
    else if (!known.has(lineItemId)) throw new DomainError('NotFound', `Order "${order.id}" has no line "${lineItemId}".`)
    ids.add(lineItemId ?? '')
    if (returnQuantity <= 0) problems.add(`${at}.returnQuantity`, 'must be above 0')
    if (creditAmount < 0) problems.add(`${at}.creditAmount`, 'must not be negative')
    const line = order.orderForm.lineItems.find((candidate) => candidate.lineItemId === lineItemId)
    const all = withProperties(line?.properties ?? [], properties).length + 1
    if (all > LIST_MAX) problems.add(`${at}.properties`, `would give the line more than ${LIST_MAX} of them`)
  }
}

/** The shipping to credit: the requested amount, else whatever other forms have not credited. */
function shippingCredit(order: Order, { creditShipment, creditShipmentAmount }: ReturnRequest, exponent: number): Minor {
  if (creditShipment === false) return ZERO
  if (creditShipmentAmount !== undefined) return toMinor(creditShipmentAmount, exponent)
  if (creditShipment === undefined) return ZERO
  const { shippingTotal, shippingCreditedTotal } = order.orderForm
  return larger(ZERO, minus(toMinor(shippingTotal, exponent), toMinor(shippingCreditedTotal, exponent)))
}

function shipmentCharge({ chargeShipmentCost, chargeShipmentCostAmount = 0 }: ReturnRequest): number {
  return chargeShipmentCost === false ? 0 : chargeShipmentCostAmount
}

/** The tax rate of the credited shipping. */
function creditedShipment(order: Order): ReturnOrderForm['shipments'] {
  const [first] = order.orderForm.shipments
  return first === undefined ? [] : [{ ...newShipmentLike(first, '1'), warehouseCode: null }]
}

function returnedLine(order: Order, item: LineReturn, now: string): OrderLine {
  const line = order.orderForm.lineItems.find(({ lineItemId }) => lineItemId === item.lineItemId) as OrderLine
  const agreed = item.creditAmount === undefined ? [] : [{ key: CREDIT_PER_UNIT, value: plainNumber(item.creditAmount) }]
  return {
    ...toReturnedLine(line, { quantity: item.returnQuantity as number, now }),
    updateStock: item.isStockUpdated ?? false,
    internalWarehouseLocation: item.internalWarehouseLocation ?? line.internalWarehouseLocation,
    returnReason: item.returnReason ?? null,
    returnType: item.returnType ?? null,
    properties: withProperties(line.properties, [...(item.properties ?? []), ...agreed]),
  }
}

/** At most four decimals, never as a power of ten. */
function plainNumber(amount: number): string {
  return amount.toFixed(4).replace(/\.?0+$/, '')
}
