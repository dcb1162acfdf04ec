import type { OrderBatchResult } from '@open-oms/contracts/orders/batch'
import type { Order } from '@open-oms/contracts/orders/order'
import { calculatedOrder } from '../../../order/rules/calculated-order.ts'
import { orderTotalsContext } from '../../../order/rules/context/order-context.ts'
import type { OrderInput } from '../../../order/rules/input/order-input.ts'
import { withCatalogueNames } from '../../../order/rules/lines/line-names.ts'
import type { PackageCatalogue } from '../../../order/rules/packages/package-catalogue.ts'
import { calculateTotals } from '../../../order/rules/totals/order-totals.ts'
import type { RunnerDeps } from '../../workflow/runner/runner-deps.ts'
import { withImportedAmounts } from '../domain/imported-amounts.ts'
import { importedOrder } from '../domain/new-order.ts'
import type { BatchRow } from './new-row.ts'
import type { BatchInput } from './read-batch.ts'
import { type BatchCommand, runBatch } from './run-batch.ts'

/**
 * Takes many orders over from another system, with their dates, numbers and statuses, and skips
 * those whose id is taken (orders.md#order-creation; orders.md#order-import). No workflow runs and
 * nothing is sent; the events of the writes are published as always. Without `recalculateOnImport`
 * the amounts that are sent are kept; those that do not add up are refused
 * (money.md#money-invariants). Raises `ValidationFailed`, `QuantityNotAvailable`, `Forbidden`,
 * `ResourceLocked`.
 */
export function importOrders(deps: RunnerDeps, command: BatchCommand): Promise<OrderBatchResult[]> {
  return runBatch(deps, command, {
    makeRow: (sent, { products }) => importedRow(deps, sent, { ...command, products }),
    looksUp: 'names',
  })
}

type ImportContext = Pick<BatchCommand, 'write'> & { products: PackageCatalogue | null }

function importedRow(deps: RunnerDeps, sent: BatchInput, { write, products }: ImportContext): BatchRow {
  const order = importedOrder(withNames(sent.input, products), {
    config: deps.config(),
    now: deps.now().toISOString(),
    newId: deps.newId,
  })
  write.requireScope(order.storeId)
  const final = withAmounts(deps, order, sent)
  return {
    orderId: order.id,
    kind: 'import',
    create: () => ({ order: final, begun: null }),
  }
}

function withNames(input: OrderInput, products: PackageCatalogue | null): OrderInput {
  const { orderForm } = input
  if (products === null || orderForm?.lineItems === undefined) return input
  return { ...input, orderForm: { ...orderForm, lineItems: withCatalogueNames(orderForm.lineItems, products) } }
}

function withAmounts(deps: RunnerDeps, order: Order, { input }: BatchInput): Order {
  const config = deps.config()
  if (config.settings.recalculateOnImport) return calculatedOrder(order, config, null)
  return withImportedAmounts(calculateTotals(order, orderTotalsContext(order, config, null)), input)
}
