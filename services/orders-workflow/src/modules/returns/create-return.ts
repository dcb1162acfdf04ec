import type { Order } from '@open-oms/contracts/orders/order'
import { assertMaySendAnew } from '../../order/rules/holds/holds.ts'
import { withCatalogueNames } from '../../order/rules/lines/line-names.ts'
import type { PackageCatalogue } from '../../order/rules/packages/package-catalogue.ts'
import { enterReturnStatus } from '../../order/rules/returns/enter-return-status.ts'
import { requireOrderType } from '../../order/rules/status/order-type.ts'
import { nextOrderNumber, requireSequence } from '../../order/store/number-sequences.ts'
import { readOrderDocument } from '../../order/store/order-queries.ts'
import { newOrder, withFirstStatus } from '../orders/domain/new-order.ts'
import { loadLinePackages, withPackageLines } from '../packages/break-down-packages.ts'
import type { RunnerDeps } from '../workflow/runner/runner-deps.ts'
import { type Transition, transitionOrder, type WorkflowResult } from '../workflow/transition-order.ts'
import { asExchange, type ExchangeOptions, exchangeOrderInput, exchangeOrderType, withExchange } from './domain/exchange-order.ts'
import type { ReturnRequest } from './domain/new-return.ts'
import { withNewReturn } from './domain/order-return.ts'

export type CreateReturn = Pick<Transition, 'orderId' | 'write' | 'isDryRun' | 'record' | 'recordInterim'> & {
  request: ReturnRequest
}

/**
 * Takes back delivered units of an order: adds a return form, runs the steps of its status, and
 * writes the exchange order in the same transaction (returns.md#return-creation). A dry run keeps
 * nothing. Concurrent returns are checked one after the other. Raises `NotFound`, `Forbidden`,
 * `ValidationFailed`, `QuantityNotAvailable`, `OrderIdExists`, `OrderIsDeleted`, `OrderIsReadOnly`,
 * `OrderIsHeld` for an exchange order, `VersionConflict`, `ResourceLocked`.
 */
export async function createReturn(
  deps: RunnerDeps,
  { orderId, request, write, isDryRun, ...keeping }: CreateReturn,
): Promise<WorkflowResult> {
  if (request.storeId !== undefined) write.requireScope(request.storeId)
  const { exchangeOrderOptions: options } = request
  const products = await loadLinePackages(deps, options?.exchangeOrderLines ?? [])
  const numbered = { orderId, request, write, products }
  const number = options === undefined ? null : isDryRun ? deps.newId() : await numberForExchange(deps, { ...numbered, options })
  return transitionOrder(deps, {
    ...keeping,
    orderId,
    write,
    isDryRun,
    isStatusOnly: false,
    enter(order, { now }) {
      const linkedOrder = number === null ? null : buildExchange(deps, order, { request, number, now, products })
      const { order: returned, returnId } = withNewReturn(order, request, { config: deps.config(), now, exchange: linkedOrder })
      const linked = linkedOrder === null ? returned : withExchange(returned, { returnId, orderId: linkedOrder.id })
      const { status } = linked.returnOrderForms.find((form) => form.returnId === returnId) ?? { status: null }
      const entered = enterReturnStatus(linked, { returnId, status: status as string, types: deps.config().orderTypes, now })
      return { ...entered, linkedOrder }
    },
  })
}

type ExchangeInput = { request: ReturnRequest; number: string; now: string; products: PackageCatalogue | null }

function buildExchange(deps: RunnerDeps, order: Order, { request, number, now, products }: ExchangeInput): Order {
  assertMaySendAnew(order)
  const config = deps.config()
  return asExchange(() => {
    const exchangeOrderLines = withCatalogueNames(request.exchangeOrderOptions?.exchangeOrderLines ?? [], products)
    const named = { ...request, exchangeOrderOptions: { ...request.exchangeOrderOptions, exchangeOrderLines } }
    const input = withFirstStatus(exchangeOrderInput(order, named, number), config.orderTypes)
    return withPackageLines(deps, newOrder(input, { config, now, newId: deps.newId }), { products, stored: null })
  })
}

type NumberedReturnInput = Pick<CreateReturn, 'orderId' | 'request' | 'write'> &
  Pick<ExchangeInput, 'products'> & { options: ExchangeOptions }

/**
 * Numbers are drawn outside of transactions; a request that will be refused must not use one up.
 */
async function numberForExchange(
  deps: RunnerDeps,
  { orderId, request, write, options, products }: NumberedReturnInput,
): Promise<string> {
  const { document } = await readOrderDocument(deps, { orderId, isInScope: () => true })
  const order = JSON.parse(document) as Order
  write.requireScope(order.storeId)
  const config = deps.config()
  const now = deps.now().toISOString()
  const exchange = buildExchange(deps, order, { request, number: 'next', now, products })
  withNewReturn(order, request, { config, now, exchange })
  write.requireScope(exchange.storeId)
  const { orderNumberType } = requireOrderType({ orderType: exchangeOrderType(order, options) }, config.orderTypes)
  return nextOrderNumber(deps, requireSequence(config, orderNumberType, exchange.storeId))
}
