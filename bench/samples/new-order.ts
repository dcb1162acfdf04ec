import { skuAt } from '../workflow-orders.ts'
import { nextOrderId, sampleOrder, samplePayment } from './sample-order.ts'

let made = 0

/** An order of two stocked lines, whose card was authorised: the main job of the system. */
export function newOrder({ id = nextOrderId(), codes = nextCodes() }: { id?: string; codes?: [string, string] } = {}): string {
  const authorization = { ...samplePayment(id), transactionType: 'Authorization' }
  return sampleOrder(id, { payments: [authorization], codes })
}

function nextCodes(): [string, string] {
  made += 2
  return [skuAt(made), skuAt(made + 1)]
}
