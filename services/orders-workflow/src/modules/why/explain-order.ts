import { invalid } from '@oms/contracts/errors'
import type { Order } from '@oms/contracts/orders/order'
import { LIST_MAX } from '@oms/contracts/primitives'
import { type OrderExplanation, orderReasons } from '@oms/contracts/why/order-reasons'
import type { ReasonSubject } from '@oms/contracts/why/reason'
import { currencyExponent } from '@oms/money/currency'
import { fromUnits } from '@oms/money/quantities'
import type { Database } from '@oms/service-kit/database/database'
import { boolean, nullable, statement, text, timestamptz } from '@oms/service-kit/database/statement'
import { openBreakers } from '../../connectors/http/breaker-signals.ts'
import { paymentSteps } from '../../connectors/payment/payment-connectors.ts'
import { bookingSteps } from '../../connectors/shipping/shipping-connectors.ts'
import { currencyOf } from '../../order/rules/context/order-context.ts'
import { typeNamed } from '../../order/rules/status/order-type.ts'
import { type OrderKey, readOrderDocument } from '../../order/store/order-queries.ts'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import { readAttempts, runColumns, runRow, storedRun } from '../../runs/run-rows.ts'
import { TOKENS_PER_LIFE } from '../../runs/run-statements.ts'
import { loadLevels } from '../inventory/inventory-queries.ts'
import { warehousesInScope } from '../inventory/warehouse-scope.ts'
import { reasonsOfLine, reasonsOfOrder, reasonsOfPayment } from './domain/explain.ts'
import type { Facts, LevelFacts, Reason, RunFacts } from './domain/facts.ts'
import { waitingParts } from './domain/stock-reasons.ts'

type Queries = Pick<Database, 'query'>

// A run that has not ended is among them whenever it began: that is what an order waits for.
const findRuns = statement({
  name: 'why-runs',
  text: `select ${runColumns}, finished, lease_until, coalesce(lease_until < now(), false) as is_silent
    from workflow_run where order_id = $1 order by state in ('Finished', 'Aborted'), started desc, id desc limit ${LIST_MAX}`,
  parameters: [text],
  row: { ...runRow, finished: nullable(timestamptz), lease_until: nullable(timestamptz), is_silent: boolean },
})

/** The runs of an order, those that have not ended and the newest of the others, newest first. */
async function readRunFacts(database: Queries, orderId: string): Promise<RunFacts[]> {
  const rows = await findRuns.on(database, orderId)
  if (rows.length === 0) return []
  const attempts = await readAttempts(
    database,
    rows.map(({ id }) => id),
  )
  const byRun = Map.groupBy(attempts, ({ run_id }) => run_id)
  return rows
    .map((row) => {
      const own = byRun.get(row.id) ?? []
      const { run, open } = storedRun(row, own)
      return {
        ...run,
        finished: row.finished?.toISOString() ?? null,
        leaseUntil: row.lease_until?.toISOString() ?? null,
        isSilent: row.is_silent,
        takeOvers: Math.max(0, (run.fencingToken % TOKENS_PER_LIFE) - 1),
        open: open === null ? null : { stepId: open.stepId, attempt: open.attempt, started: open.started },
        attempts: new Map([...Map.groupBy(own, ({ step_id }) => step_id)].map(([id, tries]) => [id, tries.length])),
      }
    })
    .toSorted((a, b) => (a.started < b.started || (a.started === b.started && a.id < b.id) ? 1 : -1))
}

const findLock = statement({
  name: 'why-lock',
  text: 'select expires from order_lock where order_id = $1 and expires > now()',
  parameters: [text],
  row: { expires: timestamptz },
})

/**
 * When the lock of an operation that is modifying the order ends, ISO 8601 UTC; null: there is none
 * (orders.md#order-lock).
 */
async function readLock(database: Queries, orderId: string): Promise<string | null> {
  const [row] = await findLock.on(database, orderId)
  return row?.expires.toISOString() ?? null
}

type Deps = Pick<OrderDeps, 'query' | 'config' | 'now'>

export type ExplainOrder = OrderKey & {
  lineItemId: string | undefined
  paymentId: string | undefined
  /** The stores that the caller is limited to; null means all. */
  storeIds: readonly string[] | null
}

/**
 * Why an order, one of its lines or one of its payments is where it is (why.md#reasons). Reads the
 * order, its runs and their attempts, its lock, and the stock of what it waits for: five statements
 * at most. Raises `NotFound`, and `ValidationFailed` for a line together with a payment.
 */
export async function explainOrder(
  deps: Deps,
  { lineItemId, paymentId, storeIds, ...key }: ExplainOrder,
): Promise<OrderExplanation> {
  if (lineItemId !== undefined && paymentId !== undefined) throw invalid('paymentId', 'cannot be sent together with `lineItemId`')
  const order: Order = JSON.parse((await readOrderDocument(deps, key)).document)
  const facts = await factsOf(deps, order, { orderId: key.orderId, storeIds })
  const { about, reasons } = explained(facts, { lineItemId, paymentId })
  return {
    orderId: key.orderId,
    status: order.status,
    at: facts.now,
    about,
    reasons: reasons.map(({ code, ...rest }) => ({ code, waitsFor: orderReasons[code].waitsFor, ...rest })),
  }
}

type Subject = Pick<ExplainOrder, 'lineItemId' | 'paymentId'>

function explained(facts: Facts, { lineItemId, paymentId }: Subject): { about: ReasonSubject; reasons: Reason[] } {
  if (lineItemId !== undefined) return { about: { kind: 'Line', id: lineItemId }, reasons: reasonsOfLine(facts, lineItemId) }
  if (paymentId !== undefined) return { about: { kind: 'Payment', id: paymentId }, reasons: reasonsOfPayment(facts, paymentId) }
  return { about: { kind: 'Order', id: facts.orderId }, reasons: reasonsOfOrder(facts) }
}

async function factsOf(
  deps: Deps,
  order: Order,
  { orderId, storeIds }: { orderId: string; storeIds: readonly string[] | null },
): Promise<Facts> {
  const config = deps.config()
  const { orderTypes: types, stores, settings } = config
  const currency = currencyOf(order, config)
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
    voidsLeft: settings.payments.voidLeftAuthorizations,
    visibleWarehouses,
    levels: await levelsOf(deps, known, visibleWarehouses),
    openBreakers: openBreakers(),
    paymentSteps,
    bookingSteps,
    lockedUntil: await readLock(deps, orderId),
  }
}

async function levelsOf(
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
