import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createProducts, isCircleRefused } from './demo/catalogue.ts'
import { creditOf, type Ledger, ledgerOf } from './demo/ledger.ts'
import { createOrder, type DemoOrder, demoOrders, type StoredOrder } from './demo/orders.ts'
import { type RestClient, restClient } from './demo/rest-client.ts'
import { table } from './demo/table.ts'
import { readRunFile } from './run-file.ts'

const REFUND = 116.1
const REVENUE = ['Sales', 'Discount', 'OutputVat', 'Shipping', 'Rounding']
const timeZones: Record<string, string> = {
  'Oslo-01': 'Europe/Oslo',
  'Bergen-01': 'Europe/Oslo',
  'Stockholm-01': 'Europe/Stockholm',
}

const failures: string[] = []

function step(text: string): void {
  console.log(`\n${text}`)
}

function check(text: string, actual: unknown, expected: unknown): void {
  const holds = actual === expected
  console.log(`  ${holds ? 'ok  ' : 'FAIL'} ${text}${holds ? '' : `: ${String(actual)} instead of ${String(expected)}`}`)
  if (!holds) failures.push(text)
}

function localDate(storeId: string, now: Date): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: timeZones[storeId] ?? 'UTC' }).format(now)
}

async function ledgers(client: RestClient, orders: readonly DemoOrder[], now: Date): Promise<Map<string, Ledger | null>> {
  const found = new Map<string, Ledger | null>()
  for (const order of orders) found.set(order.storeId, await ledgerOf(client, order.storeId, localDate(order.storeId, now)))
  return found
}

async function createOrders(client: RestClient, orders: readonly DemoOrder[]): Promise<void> {
  const rows: (string | number)[][] = []
  for (const order of orders) {
    const { orderForm, status } = await createOrder(client, order)
    rows.push([order.id, order.storeId, status, orderForm.discountAmount, orderForm.taxTotal, orderForm.total])
    check(`${order.storeId}: total`, orderForm.total, order.expected.total)
    check(`${order.storeId}: tax`, orderForm.taxTotal, order.expected.taxTotal)
    check(`${order.storeId}: order discount`, orderForm.discountAmount, order.expected.discountAmount)
  }
  console.log(table(['Order', 'Store', 'Status', 'Discount', 'Tax', 'Total'], rows))
}

async function completeOrders(client: RestClient, orders: readonly DemoOrder[]): Promise<void> {
  for (const order of orders) {
    const path = `/api/Orders/${order.id}/UpdateStatus`
    const { body } = await client.call<WorkflowResult>('POST', path, { body: { status: 'Completed' } })
    check(`${order.storeId}: workflow not aborted`, body.isAborted, false)
    check(`${order.storeId}: captured`, body.order.orderForm.capturedPaymentTotal, order.expected.total)
    console.log(
      `       steps: ${body.orderActionExecutionResults.map((result) => `${result.actionType} ${result.actionStatus}`).join(', ')}`,
    )
    const again = await client.call<WorkflowResult>('POST', path, { body: { status: 'Completed' } })
    check(
      `${order.storeId}: a second call captures nothing more`,
      again.body.order.orderForm.capturedPaymentTotal,
      order.expected.total,
    )
  }
}

type WorkflowResult = {
  isAborted: boolean
  order: StoredOrder
  orderActionExecutionResults: { actionType: string; actionStatus: string }[]
}

async function refund(client: RestClient, order: DemoOrder): Promise<void> {
  const credit = {
    amount: REFUND,
    paymentMethodName: order.paymentMethod,
    transactionId: `refund-${order.id}`,
    transactionType: 'Credit',
    status: 'Processed',
    orderLineReferences: [{ lineItemId: '2' }],
  }
  const { body } = await client.call<StoredOrder>('POST', `/api/Orders/${order.id}/AddPayments`, { body: [credit] })
  check(`${order.storeId}: refunded`, body.orderForm.creditPaymentTotal, REFUND)
  const again = await client.call<StoredOrder>('POST', `/api/Orders/${order.id}/AddPayments`, { body: [credit] })
  check(`${order.storeId}: the same transaction again refunds nothing more`, again.body.orderForm.creditPaymentTotal, REFUND)
}

function buildPostings(orders: readonly DemoOrder[], now: Date): void {
  for (const order of orders) {
    const command = [
      join(import.meta.dirname, 'accounting.ts'),
      'build',
      '--date',
      localDate(order.storeId, now),
      '--store',
      order.storeId,
    ]
    const { status } = spawnSync(process.execPath, ['--conditions=development', ...command], { stdio: 'inherit' })
    check(`${order.storeId}: posting built`, status, 0)
  }
}

function checkLedger(order: DemoOrder, before: Ledger | null, after: Ledger | null): void {
  check(`${order.storeId}: a posting is there`, after !== null, true)
  if (after === null) return
  console.log(`\n  ${order.storeId}, posting ${after.postingId}`)
  const rows = after.lines.map((line) => [
    line.accountNumber,
    line.accountName,
    line.category,
    line.vatRate === null ? '' : `${line.vatRate} %`,
    line.debit,
    line.credit,
  ])
  console.log(table(['Account', 'Name', 'Category', 'VAT', `Debit ${order.currency}`, `Credit ${order.currency}`], rows))
  const cents = (sum: number) => Math.round(sum * 100)
  const refunded = order.storeId === 'Oslo-01' ? cents(REFUND) : 0
  const moved = (categories: readonly string[]) => creditOf(after, categories) - creditOf(before, categories)
  check(`${order.storeId}: the posting holds the order`, after.orderIds.includes(order.id), true)
  check(`${order.storeId}: debit equals credit`, cents(after.totalDebit), cents(after.totalCredit))
  check(`${order.storeId}: nothing left over`, after.imbalance, 0)
  check(`${order.storeId}: money in`, -moved(['PaymentMethod']), cents(order.expected.total))
  check(`${order.storeId}: money out`, moved(['RefundPaymentMethod']), refunded)
  check(`${order.storeId}: revenue and VAT`, moved(REVENUE), cents(order.expected.total) - refunded)
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { gateway: { type: 'string' } } })
  const gatewayUrl = values.gateway ?? readRunFile().gatewayUrl
  const client = await restClient(gatewayUrl, { clientId: 'demo', clientSecret: 'demo-secret' })
  const now = new Date()
  const orders = demoOrders(now.getTime().toString(36))

  step('1. Products, one of them a package of two others')
  console.log(`  ${await createProducts(client)} products created`)
  check('a package that would contain itself is refused', await isCircleRefused(client), true)

  step('2. Three orders in three stores and two currencies')
  await createOrders(client, orders)
  // What other orders of the day have moved is booked first, so that the differences below are this story's alone.
  buildPostings(orders, now)
  const before = await ledgers(client, orders, now)

  step('3. Completed: the workflow captures what was authorised')
  await completeOrders(client, orders)

  step('4. One pack of coffee beans comes back: a partial refund in Oslo')
  await refund(client, orders[0] as DemoOrder)

  step('5. Accounting builds the postings of the day')
  buildPostings(orders, now)

  step('6. The ledger')
  const after = await ledgers(client, orders, now)
  for (const order of orders) checkLedger(order, before.get(order.storeId) ?? null, after.get(order.storeId) ?? null)

  console.log(failures.length === 0 ? '\nEverything adds up.' : `\n${failures.length} checks failed:\n  ${failures.join('\n  ')}`)
  process.exitCode = failures.length === 0 ? 0 : 1
}

await main().catch((error: Error) => {
  console.error(`\nThe demo stopped: ${error.message}`)
  process.exitCode = 1
})
