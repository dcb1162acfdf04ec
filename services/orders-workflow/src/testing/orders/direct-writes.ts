import type { Order } from '@open-oms/contracts/orders/order'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import type { SavedOrder } from '../../order/rules/order-version.ts'
import type { WriteDeps, WriteRequest } from '../../order/write/write-context.ts'
import { type Edit, editOrder, writeOrder } from '../../order/write/write-orders.ts'
import { type SampleForm, type SampleOrder, sampleOrder } from '../sample-order.ts'

/** A caller with all stores, for tests of the write path below the API. */
export const writer: WriteRequest = { operation: 'Test', by: 'tester', actor: 'tester', requireScope: () => undefined }

/** A new order of two units of one line in one shipment, to be written unchanged. */
export function simpleOrder(id: string, fields: SampleOrder = {}, form: SampleForm = {}): Order {
  const lineItems = [{ code: 'CUP', displayName: 'Cup', quantity: 2, placedPrice: 100, taxRate: 25, updateStock: true }]
  return sampleOrder({ lineItems, shipments: [{ shippingMethodName: 'Home' }], ...form }, { id, ...fields })
}

/** Writes a new order unchanged, without workflow. */
export async function insertDirectly(deps: WriteDeps, order: Order): Promise<SavedOrder> {
  const intent = { orderId: order.id, kind: 'create', create: () => ({ order }) } as const
  return (await writeOrder({ deps, write: writer }, intent)).saved
}

/** Changes an order by a pure edit, as a command would. */
export function editDirectly(deps: WriteDeps, orderId: string, edit: Edit): Promise<SavedOrder> {
  return editOrder({ deps, write: writer }, orderId, edit)
}

/** A writer that does something else in the same transaction. */
export function writing(deps: WriteDeps) {
  return (orderId: string, fields: Partial<Order>, also: (tx: Transaction) => Promise<void>) =>
    writeOrder({ deps, write: writer }, { orderId, kind: 'edit', change: (order) => ({ order: { ...order, ...fields }, also }) })
}
