import { completer } from '@oms/contracts/complete'
import type { TenantConfig } from '@oms/contracts/config/tenant-config'
import { Order } from '@oms/contracts/orders/order'
import { type InputOf, LIST_MAX } from '@oms/contracts/primitives'
import { currencyExponent, isCurrency } from '@oms/money/currency'
import { entityError } from './entity-errors.ts'
import { checkNewLines, type LineInput, withLineIds } from './new-lines.ts'
import { checkPayments, checkRounded, withIdentity } from './new-payments.ts'
import { allotLines, type ShipmentInput } from './new-shipments.ts'
import { problemOfOrderId } from './order-ids.ts'
import { mergePayments } from './order-payments.ts'
import { collectProblems, type Problems } from './problems.ts'

export type OrderInput = InputOf<Order>

export type NewOrderContext = {
  config: Pick<TenantConfig, 'markets' | 'stores' | 'orderTypes'>
  /** ISO 8601 UTC. */
  now: string
  newId: () => string
}

const complete = completer(Order)

/**
 * The whole order that a request to create one stands for (4-decisions E.4, J.1, J.4, J.5). Calculated values and version are not
 * set yet. Raises `ValidationFailed` naming every bad path.
 */
export function newOrder(sent: OrderInput, context: NewOrderContext): Order {
  const input = withCurrency(withMarket(sent, context))
  const problems = collectProblems()
  const id = checkHead(input, context, problems)
  const { lines, shipments } = lineUp(input, problems)
  const payments = input.orderForm?.payments ?? []
  checkPayments(payments, 'orderForm.payments', problems)
  checkRounded(payments, { path: 'orderForm.payments', exponent: exponentOf(input, context) }, problems)
  problems.throwIfAny()
  const order = complete({
    ...withDates(input, context),
    ...calculated,
    id,
    created: input.created ?? context.now,
    modified: context.now,
    updateStatusDate: context.now,
    orderForm: {
      ...input.orderForm,
      lineItems: lines.map(withLineDefaults),
      shipments: shipments.map((shipment) => withShipmentDefaults(shipment, context.now)),
      payments: payments.map((payment) => withIdentity(payment, context)),
    },
  })
  return { ...order, orderForm: { ...order.orderForm, payments: mergePayments([], order.orderForm.payments) } }
}

/** Dates and marks that steps set, and the version: what a client sends of them is ignored (document 3; 4-decisions D.8). */
const calculated = {
  completed: null,
  readyForPickup: null,
  customerPickupDeadline: null,
  isNewCustomer: null,
  modifiedBy: null,
  versionId: null,
} as unknown as OrderInput

function checkHead(input: OrderInput, { config }: NewOrderContext, problems: Problems): string {
  const id = input.id ?? input.orderNumber
  const problem = id === undefined ? 'or orderNumber is required' : problemOfOrderId(id)
  if (problem !== null) problems.add(input.id === undefined && id !== undefined ? 'orderNumber' : 'id', problem)
  if (!config.stores.some((store) => store.id === input.storeId)) problems.add('storeId', unknown(input.storeId, 'a store'))
  if (input.marketId !== undefined && !config.markets.some((market) => market.id === input.marketId)) {
    problems.add('marketId', unknown(input.marketId, 'a market'))
  }
  if (input.billingCurrency !== undefined && !isCurrency(input.billingCurrency)) {
    problems.add('billingCurrency', `"${input.billingCurrency}" is not a currency of ISO 4217`)
  }
  const type = config.orderTypes.find((candidate) => candidate.name === input.orderType)
  if (type === undefined) problems.add('orderType', unknown(input.orderType, 'a configured order type'))
  else if (!type.orderStatuses.some((status) => status.name === input.status)) {
    problems.add('status', unknown(input.status, `a status of order type "${type.name}"`))
  }
  return id ?? ''
}

function unknown(value: string | undefined, what: string): string {
  return value ? `"${value}" is not ${what}` : 'is required'
}

function lineUp(input: OrderInput, problems: Problems) {
  const numbered = withLineIds(input.orderForm?.lineItems ?? [])
  checkNewLines(numbered, 'orderForm.lineItems', problems)
  return allotLines({ lines: numbered, shipments: input.orderForm?.shipments ?? [] }, problems)
}

/** An order without a market goes to the default one, and says so (4-decisions J.4). */
function withMarket(input: OrderInput, { config, now }: NewOrderContext): OrderInput {
  if (input.marketId !== undefined) return input
  const market = config.markets.find((candidate) => candidate.isDefault)
  const message = `The order named no market; the default market ${market?.id} was taken.`
  const error = entityError({ key: 'MarketIdMissing', message, severity: 'Warning', occurred: now }) as NonNullable<
    OrderInput['errors']
  >[number]
  return { ...input, marketId: market?.id as string, errors: [...(input.errors ?? []), error].slice(-LIST_MAX) }
}

/** A currency is taken in any letter case and kept in upper case, as everything that groups by it expects. */
function withCurrency(input: OrderInput): OrderInput {
  return input.billingCurrency === undefined ? input : { ...input, billingCurrency: input.billingCurrency.toUpperCase() }
}

function exponentOf({ billingCurrency, marketId }: OrderInput, { config }: NewOrderContext): number {
  return currencyExponent(billingCurrency ?? config.markets.find((market) => market.id === marketId)?.currency ?? '')
}

/** Fills in times and ids that the model requires and the service gives. */
function withDates(input: OrderInput, { now, newId }: NewOrderContext): OrderInput {
  const comment = <T extends NonNullable<OrderInput['orderNotes']>[number]>(item: T): T => ({
    ...item,
    id: item.id || newId(),
    created: item.created ?? now,
  })
  return {
    ...input,
    assets: (input.assets ?? []).map((asset) => ({ ...asset, created: asset.created ?? now, modified: asset.modified ?? now })),
    errors: (input.errors ?? []).map((error) => ({ ...error, occurred: error.occurred ?? now })),
    orderNotes: (input.orderNotes ?? []).map(comment),
    publicOrderNotes: (input.publicOrderNotes ?? []).map(comment),
    returnOrderForms: (input.returnOrderForms ?? []).map((form) => ({
      ...form,
      created: form.created ?? now,
      modified: form.modified ?? now,
    })),
  }
}

/** Stock is kept of a line unless it says otherwise (4-decisions F.12). */
function withLineDefaults(line: LineInput): LineInput {
  return { ...line, updateStock: line.updateStock ?? true }
}

function withShipmentDefaults(shipment: ShipmentInput, now: string): ShipmentInput {
  return {
    ...shipment,
    lineItems: (shipment.lineItems ?? []).map(withLineDefaults),
    orderStatusLog: (shipment.orderStatusLog ?? []).map((item) => ({ ...item, timestamp: item.timestamp ?? now })),
  }
}
