import type { Order } from '@open-oms/contracts/orders/order'
import { currencyExponent } from '@open-oms/money/currency'
import { orderCurrency } from '../../order/rules/context/order-context.ts'
import { assertMaySendAnew } from '../../order/rules/holds/holds.ts'
import { withCatalogueNames } from '../../order/rules/lines/line-names.ts'
import type { SavedOrder } from '../../order/rules/order-version.ts'
import type { PackageCatalogue } from '../../order/rules/packages/package-catalogue.ts'
import { requireOrderType } from '../../order/rules/status/order-type.ts'
import { nextOrderNumber, requireSequence } from '../../order/store/number-sequences.ts'
import { readOrderDocument } from '../../order/store/order-queries.ts'
import type { WriteRequest } from '../../order/write/write-context.ts'
import { writeOrder } from '../../order/write/write-orders.ts'
import { newOrder, withFirstStatus } from '../orders/domain/new-order.ts'
import { loadLinePackages, withPackageLines } from '../packages/break-down-packages.ts'
import type { RunnerDeps } from '../workflow/runner/runner-deps.ts'
import { writeLinkedOrder } from '../workflow/write-linked-order.ts'
import { buildReplacement, REPLACEMENT, type Replacement, type ReplacementRequest } from './domain/replacement-order.ts'

export type CreateReplacement = { orderId: string; request: ReplacementRequest; write: WriteRequest }

/**
 * Creates an order of type Replacement for units of lines of another order, and links it there, in
 * one transaction (returns.md#replacement-orders). Raises `NotFound` for the order or a line,
 * `Forbidden`, `ValidationFailed`, `QuantityNotAvailable` for more units than there are,
 * `OrderIsDeleted`, `OrderIsReadOnly`, `OrderIsHeld`, `VersionConflict`, `ResourceLocked`.
 */
export async function createReplacement(deps: RunnerDeps, { orderId, request, write }: CreateReplacement): Promise<SavedOrder> {
  // Another SKU may be a package; the same SKU has its components already.
  const other = request.orderLineReplacements.flatMap(({ skuId }) =>
    skuId ? [{ code: skuId, productId: null, components: [] }] : [],
  )
  const products = await loadLinePackages(deps, other)
  const number = await numberForReplacement(deps, { orderId, request, write, products })
  const { result } = await writeOrder<SavedOrder>(
    { deps, write },
    {
      orderId,
      kind: 'edit',
      change(order, { now }) {
        const replacement = replaced(deps, order, { request, number, now })
        const replacing = newReplacement(deps, replacement, { products, now })
        return {
          order: replacement.order,
          conclude: (tx) => writeLinkedOrder(tx, deps, { order: replacing, write, now }),
        }
      },
    },
  )
  return result
}

type ReplacementInput = { request: ReplacementRequest; number: string; now: string }

function replaced(deps: RunnerDeps, order: Order, { request, number, now }: ReplacementInput): Replacement {
  assertMaySendAnew(order)
  return buildReplacement(order, request, { number, exponent: currencyExponent(orderCurrency(order, deps.config())), now })
}

type ReplacementOrderContext = { products: PackageCatalogue | null; now: string }

function newReplacement(deps: RunnerDeps, { input }: Replacement, { products, now }: ReplacementOrderContext): Order {
  const config = deps.config()
  const lineItems = withCatalogueNames(input.orderForm?.lineItems ?? [], products)
  const named = { ...input, orderForm: { ...input.orderForm, lineItems } }
  const order = newOrder(withFirstStatus(named, config.orderTypes), { config, now, newId: deps.newId })
  return withPackageLines(deps, order, { products, stored: null })
}

/**
 * Numbers are drawn outside of transactions; a request that will be refused must not use one up.
 */
async function numberForReplacement(
  deps: RunnerDeps,
  { orderId, request, write, products }: CreateReplacement & Pick<ReplacementOrderContext, 'products'>,
): Promise<string> {
  const { document } = await readOrderDocument(deps, { orderId, isInScope: () => true })
  const order = JSON.parse(document) as Order
  write.requireScope(order.storeId)
  const now = deps.now().toISOString()
  const { storeId } = newReplacement(deps, replaced(deps, order, { request, number: 'next', now }), { products, now })
  const { orderNumberType } = requireOrderType({ orderType: REPLACEMENT }, deps.config().orderTypes)
  return nextOrderNumber(deps, requireSequence(deps.config(), orderNumberType, storeId))
}
