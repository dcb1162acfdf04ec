import { invalid } from '@open-oms/contracts/errors'
import type { Order } from '@open-oms/contracts/orders/order'
import { orderReasons } from '@open-oms/contracts/why/catalogue/order-catalogue'
import type { SentenceLanguage } from '@open-oms/contracts/why/catalogue/sentence'
import { sentenceFormat, sentenceLocales } from '@open-oms/contracts/why/catalogue/sentence-format'
import type { OrderExplanation } from '@open-oms/contracts/why/order-reasons'
import type { ReasonSubject } from '@open-oms/contracts/why/reason'
import { writeReasons } from '@open-oms/contracts/why/write-reasons'
import { amountText } from '@open-oms/money/amount-text'
import { currencyExponent } from '@open-oms/money/currency'
import { fromUnits } from '@open-oms/money/quantities'
import { openBreakers } from '../../connectors/http/breaker-signals.ts'
import { linkMethods, paymentSteps } from '../../connectors/payment/payment-connectors.ts'
import { bookingSteps } from '../../connectors/shipping/shipping-connectors.ts'
import { orderCurrency } from '../../order/rules/context/order-context.ts'
import type { ShowOrder } from '../../order/rules/shown-order.ts'
import { typeNamed } from '../../order/rules/status/order-type.ts'
import { type OrderKey, readOrderDocument } from '../../order/store/order-queries.ts'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import { loadLevels } from '../inventory/inventory-queries.ts'
import { warehousesInScope } from '../inventory/warehouse-scope.ts'
import { reasonsOfLine, reasonsOfOrder, reasonsOfPayment } from './domain/explain.ts'
import type { Facts, LevelFacts, Reason } from './domain/facts.ts'
import { waitingParts } from './domain/stock-reasons.ts'
import { readLock, readRefundRequests, readRunFacts } from './why-queries.ts'

type Deps = Pick<OrderDeps, 'query' | 'config' | 'now'>

export type ExplainOrder = OrderKey & {
  lineItemId: string | undefined
  paymentId: string | undefined
  /** The stores that the caller is limited to; null means all. */
  storeIds: readonly string[] | null
  language: SentenceLanguage
  /** What of an order the caller may see. */
  show: ShowOrder
}

/**
 * Why an order, one of its lines or one of its payments is where it is (why.md#reasons), in a
 * language, with moments as they are where the store is. Reads the
 * order, its runs and their attempts, its lock, refunds that wait for approval, and the stock of
 * what it waits for: six statements at most. Raises `NotFound`, and `ValidationFailed` for a line
 * together with a payment.
 */
export async function explainOrder(
  deps: Deps,
  { lineItemId, paymentId, storeIds, language, show, ...key }: ExplainOrder,
): Promise<OrderExplanation> {
  if (lineItemId !== undefined && paymentId !== undefined) throw invalid('paymentId', 'cannot be sent together with `lineItemId`')
  const order = show(JSON.parse((await readOrderDocument(deps, key)).document))
  const facts = await loadFacts(deps, order, { orderId: key.orderId, storeIds })
  const { about, reasons } = explained(facts, { lineItemId, paymentId })
  const { stores, settings } = deps.config()
  const timeZone = stores.find(({ id }) => id === order.storeId)?.timeZone ?? settings.accounting.timeZone
  const format = sentenceFormat({ language, timeZone, money: amountText(sentenceLocales[language]) })
  return {
    orderId: key.orderId,
    status: order.status,
    at: facts.now,
    about,
    reasons: writeReasons(orderReasons, reasons, format),
  }
}

type Subject = Pick<ExplainOrder, 'lineItemId' | 'paymentId'>

function explained(facts: Facts, { lineItemId, paymentId }: Subject): { about: ReasonSubject; reasons: Reason[] } {
  if (lineItemId !== undefined) return { about: { kind: 'Line', id: lineItemId }, reasons: reasonsOfLine(facts, lineItemId) }
  if (paymentId !== undefined) return { about: { kind: 'Payment', id: paymentId }, reasons: reasonsOfPayment(facts, paymentId) }
  return { about: { kind: 'Order', id: facts.orderId }, reasons: reasonsOfOrder(facts) }
}

async function loadFacts(
  deps: Deps,
  order: Order,
  { orderId, storeIds }: { orderId: string; storeIds: readonly string[] | null },
): Promise<Facts> {
  const config = deps.config()
  const { orderTypes: types, stores, settings } = config
  const currency = orderCurrency(order, config)
  const visibleWarehouses = warehousesInScope(config, storeIds)
  const known = {
    order,
    type: typeNamed(order.orderType, types),
    warehouses: stores.find(({ id }) => id === order.storeId)?.warehouses ?? [],
  }
  return {
    ...known,
    orderId,
    now: deps.now().toISOString(),
    types,
    holdRules: settings.holds.rules,
    currency,
    exponent: currencyExponent(currency),
    runs: await readRunFacts(deps, orderId),
    runRetentionDays: settings.workflow.runRetentionDays,
    linkMethods: linkMethods(config, order),
    voidsLeft: settings.payments.voidLeftAuthorizations,
    visibleWarehouses,
    levels: await loadLevelFacts(deps, known, visibleWarehouses),
    openBreakers: openBreakers(),
    paymentSteps,
    bookingSteps,
    refundRequests: await readRefundRequests(deps, orderId),
    lockedUntil: await readLock(deps, orderId),
  }
}

async function loadLevelFacts(
  deps: Deps,
  known: Pick<Facts, 'order' | 'type' | 'warehouses'>,
  warehouses: readonly string[] | null,
): Promise<LevelFacts[]> {
  const parts = waitingParts(known)
  const skuIds = [...new Set(parts.map(({ skuId }) => skuId))]
  const wanted = [...new Set(parts.flatMap(({ warehouseCode }) => warehouseCode ?? []))]
  const readable = warehouses === null ? wanted : wanted.filter((code) => warehouses.includes(code))
  if (readable.length === 0) return []
  const levels = await loadLevels(deps, { skuIds, warehouses: readable })
  return levels.map(({ skuId, warehouseCode, quantity, reserved }) => ({
    skuId,
    warehouseCode,
    quantity: fromUnits(quantity),
    reserved: fromUnits(reserved),
  }))
}
