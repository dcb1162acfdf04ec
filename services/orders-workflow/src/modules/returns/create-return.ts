import { invariant } from '@oms/contracts/errors'
import type { Order } from '@oms/contracts/orders/order'
import type { Transaction } from '@oms/service-kit/database/transaction'
import type { WriteRequest } from '../../order/change-order.ts'
import { nextOrderNumber } from '../../order/number-sequences.ts'
import { readOrderDocument } from '../../order/order-queries.ts'
import type { PackageCatalogue } from '../../order/packages/package-catalogue.ts'
import { enterReturnStatus } from '../../order/returns/enter-return-status.ts'
import { typeOf } from '../../order/status/transitions.ts'
import { newOrder, withFirstStatus } from '../orders/domain/new-order.ts'
import { packagesOf, withPackageLines } from '../packages/break-down-packages.ts'
import { enterAndRun, type WorkflowResult } from '../workflow/enter-and-run.ts'
import type { RunnerDeps } from '../workflow/runner.ts'
import { writeLinkedOrder } from '../workflow/write-linked-order.ts'
import { asExchange, type ExchangeOptions, exchangeOrderInput, exchangeTypeOf, withExchange } from './domain/exchange-order.ts'
import type { ReturnRequest } from './domain/new-return.ts'
import { withNewReturn } from './domain/order-return.ts'

/** The order after a return, and the id of the return form that came of it. */
export type CreatedReturn = { result: WorkflowResult; returnId: string }

export type CreateReturn = {
  orderId: string
  request: ReturnRequest
  write: WriteRequest
  /** Keeps the answer in the transaction that brings it about. */
  record: (tx: Transaction, created: CreatedReturn) => Promise<void>
  /** Keeps what the answer is if the process dies before; absent when nothing is to be kept. */
  recordInterim?: ((tx: Transaction, created: CreatedReturn) => Promise<void>) | undefined
}

/**
 * Takes delivered units of an order back: adds a return form, which enters its status and has the steps of that carried out, and writes the order
 * that the customer takes instead in the same transaction (4-decisions G). Of concurrent returns each is checked against the order with the
 * others. Raises `NotFound`, `Forbidden`, `ValidationFailed`, `QuantityNotAvailable`, `OrderIdExists`, `OrderIsDeleted`, `OrderIsReadOnly`,
 * `VersionConflict`, `ResourceLocked`.
 */
export async function createReturn(
  deps: RunnerDeps,
  { orderId, request, write, ...keeping }: CreateReturn,
): Promise<CreatedReturn> {
  if (request.storeId !== undefined) write.requireScope(request.storeId)
  const { exchangeOrderOptions: options } = request
  const products = await packagesOf(deps, options?.exchangeOrderLines ?? [])
  const number = options === undefined ? null : await numberForExchange(deps, { orderId, request, write, options, products })
  const made: { returnId: string | null; exchange: Order | null; now: string } = { returnId: null, exchange: null, now: '' }
  const createdBy = (result: WorkflowResult): CreatedReturn => {
    invariant(made.returnId !== null, 'a return form is made before anything is answered')
    return { result, returnId: made.returnId }
  }
  const result = await enterAndRun(deps, {
    orderId,
    write,
    isRehearsal: false,
    isStatusOnly: false,
    enter(order, now) {
      const { order: returned, returnId } = withNewReturn(order, request, { config: deps.config(), now })
      made.returnId = returnId
      made.exchange =
        options === undefined || number === null ? null : exchangeOf(deps, order, { options, number, now, products })
      made.now = now
      const linked = made.exchange === null ? returned : withExchange(returned, { returnId, orderId: made.exchange.id as string })
      const { status } = linked.returnOrderForms.find((form) => form.returnId === returnId) ?? { status: null }
      return enterReturnStatus(linked, { returnId, status: status as string, types: deps.config().orderTypes, now })
    },
    async alongside(tx) {
      if (made.exchange !== null) await writeLinkedOrder(tx, deps, { order: made.exchange, write, now: made.now })
    },
    record: (tx, reached) => keeping.record(tx, createdBy(reached)),
    recordInterim:
      keeping.recordInterim && ((tx, reached) => keeping.recordInterim?.(tx, createdBy(reached)) ?? Promise.resolve()),
  })
  return createdBy(result)
}

type Exchanging = { options: ExchangeOptions; number: string; now: string; products: PackageCatalogue | null }

function exchangeOf(deps: RunnerDeps, order: Order, { options, number, now, products }: Exchanging): Order {
  const config = deps.config()
  return asExchange(() => {
    const input = withFirstStatus(exchangeOrderInput(order, options, number), config.orderTypes)
    return withPackageLines(deps, newOrder(input, { config, now, newId: deps.newId }), { products, stored: null })
  })
}

type Numbering = Pick<CreateReturn, 'orderId' | 'request' | 'write'> & Pick<Exchanging, 'options' | 'products'>

/** Numbers are drawn outside of transactions; what is going to be refused takes none. */
async function numberForExchange(deps: RunnerDeps, { orderId, request, write, options, products }: Numbering): Promise<string> {
  const { document } = await readOrderDocument(deps, { orderId, isInScope: () => true })
  const order = JSON.parse(document) as Order
  write.requireScope(order.storeId)
  const config = deps.config()
  const now = deps.now().toISOString()
  withNewReturn(order, request, { config, now })
  const { storeId } = exchangeOf(deps, order, { options, number: 'next', now, products })
  write.requireScope(storeId)
  const { orderNumberType } = typeOf({ orderType: exchangeTypeOf(order, options) }, config.orderTypes)
  const sequence = config.numberSequences.find(({ name }) => name === orderNumberType)
  invariant(sequence !== undefined, `there is a number sequence "${orderNumberType}"`)
  return nextOrderNumber(deps, sequence)
}
