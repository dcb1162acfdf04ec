import type { Order } from '@oms/contracts/orders/order'
import type { NewOrderWrite, WriteRequest } from '../order/change-order.ts'
import { type SampleForm, type SampleOrder, sampleOrder } from './sample-order.ts'

/** A writer of every store, for tests of the write path below the API. */
export const writer: WriteRequest = { operation: 'Test', by: 'tester', actor: 'tester', requireScope: () => undefined }

/** A new order of two units of one line in one shipment, to be written as it is. */
export function simpleOrder(id: string, members: SampleOrder = {}, form: SampleForm = {}): Order {
  const lineItems = [{ code: 'CUP', displayName: 'Cup', quantity: 2, placedPrice: 100, taxRate: 25, updateStock: true }]
  return sampleOrder({ lineItems, shipments: [{ shippingMethodName: 'Home' }], ...form }, { id, ...members })
}

export function newOrderWrite(order: Order): NewOrderWrite {
  return { ...writer, order, run: null, extraEvents: [], afterCommit: () => undefined }
}
