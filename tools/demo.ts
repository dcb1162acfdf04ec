/**
 * `npm run demo`: a shop of two months in stores of the running system, and one order in each of
 * three stores that is followed from its creation to the ledger. It checks only what it has made,
 * and says what it needs.
 */

import { type Client, createClient } from '@open-oms/client'
import { isApiError } from '@open-oms/client/errors'
import type { NewPayment } from '@open-oms/client/types'
import { commandLine } from '@open-oms/system/command-line'
import { configFolder, readRunFile } from '@open-oms/system/run-file'
import { buildPostings } from './demo/build-postings.ts'
import { createProducts, isCircleRefused } from './demo/catalogue.ts'
import { checkLedger, createChecks } from './demo/check-ledger.ts'
import { chooseFlow, chooseStores, DemoNeeds, ledgerDay } from './demo/choose-stores.ts'
import { findLedger, type Ledger } from './demo/ledger.ts'
import { NEEDS_APPROVAL, unlessApprovalIsNeeded } from './demo/needs-approval.ts'
import { type DemoOrder, demoOrders, inSmallestUnits, inUnits } from './demo/orders.ts'
import { checkBooks } from './demo/shop/check-books.ts'
import { exchangeId } from './demo/shop/live-orders.ts'
import { makeShop, missingStatus, type ShopOptions } from './demo/shop/make-shop.ts'
import { SHOP_DAYS } from './demo/shop/shop-plan.ts'
import type { StorePlan } from './demo/store-plan.ts'
import { table } from './demo/table.ts'
import { readTenant, type Tenant } from './demo/tenant.ts'

const usage = `Usage: npm run demo -- [--gateway URL] [--orders COUNT] [--seed NUMBER]

  --gateway URL   the system that it runs against, by default the one that runs on this machine
  --orders COUNT  how many orders the shop has, by default 400; 0: no shop
  --seed NUMBER   makes another shop, by default 1; the same one is made once

OMS_CLIENT_ID and OMS_CLIENT_SECRET name an API client with the roles OrderAdmin, ProductAdmin and AccountingRead, by default "demo".
`
const { values } = commandLine({
  usage,
  options: {
    gateway: { type: 'string' },
    orders: { type: 'string', default: '400' },
    seed: { type: 'string', default: '1' },
  },
})

const DAY_MS = 86_400_000

const checks = createChecks()
const { check } = checks

function step(text: string): void {
  console.log(`\n${text}`)
}

type Ledgers = Map<DemoOrder, Ledger | null>

async function ledgers(client: Client, orders: readonly DemoOrder[], now: Date): Promise<Ledgers> {
  const found: Ledgers = new Map()
  for (const order of orders) found.set(order, await findLedger(client, ledgerDay(order.plan, now)))
  return found
}

/** Creates the orders, and returns those that were not there before. */
async function createOrders(client: Client, orders: readonly DemoOrder[]): Promise<Set<DemoOrder>> {
  const rows: (string | number)[][] = []
  const known = await client.post('/api/Orders/ExistMany', { body: orders.map(({ id }) => id) })
  for (const order of orders) {
    const { orderForm, status } = known.includes(order.id)
      ? await client.get('/api/Orders/{orderId}', { params: { orderId: order.id } })
      : await client.post('/api/Orders', { body: order.body })
    const { storeId, currency } = order.plan
    const { discountAmount, taxTotal, total } = orderForm
    rows.push([order.id, storeId, String(status), currency, discountAmount, taxTotal, total])
    check(`${storeId}: total`, inSmallestUnits(total, currency), order.expected.total)
    check(`${storeId}: tax`, inSmallestUnits(taxTotal, currency), order.expected.taxTotal)
    check(`${storeId}: order discount`, inSmallestUnits(discountAmount, currency), order.expected.discountAmount)
  }
  console.log(table(['Order', 'Store', 'Status', 'Currency', 'Discount', 'Tax', 'Total'], rows))
  return new Set(orders.filter(({ id }) => !known.includes(id)))
}

async function completeOrders(client: Client, orders: readonly DemoOrder[]): Promise<void> {
  for (const { id, plan, delivered, expected } of orders) {
    const { storeId, currency } = plan
    const deliver = () =>
      client.post('/api/Orders/{orderId}/UpdateStatus', { params: { orderId: id }, body: { status: delivered } })
    const result = await deliver()
    const total = inUnits(expected.total, currency)
    check(`${storeId}: workflow not aborted`, result.isAborted, false)
    check(`${storeId}: captured`, result.order?.orderForm.capturedPaymentTotal, total)
    const steps = result.orderActionExecutionResults.map(({ actionType, actionStatus }) => `${actionType} ${actionStatus}`)
    console.log(`       steps: ${steps.join(', ')}`)
    const again = await deliver()
    check(`${storeId}: a second call captures nothing more`, again.order?.orderForm.capturedPaymentTotal, total)
  }
}

/** Pays a part back. Returns false, and says why, where someone else must approve it first. */
async function refund(client: Client, { id, plan, refund: amount }: DemoOrder): Promise<boolean> {
  const credit: NewPayment = {
    amount,
    paymentMethodName: plan.paymentMethod,
    transactionId: `refund-${id}`,
    transactionType: 'Credit',
    status: 'Processed',
    orderLineReferences: [{ lineItemId: '2' }],
  }
  const pay = () => client.post('/api/Orders/{orderId}/AddPayments', { params: { orderId: id }, body: [credit] })
  const paid = await unlessApprovalIsNeeded(pay)
  if (paid === null) {
    console.log(`  ${plan.storeId}: left out: ${NEEDS_APPROVAL}`)
    return false
  }
  check(`${plan.storeId}: refunded`, paid.orderForm.creditPaymentTotal, amount)
  check(`${plan.storeId}: the same transaction again refunds nothing more`, (await pay()).orderForm.creditPaymentTotal, amount)
  return true
}

type Given = { clientId: string; configDir: string; now: Date; seed: number }

async function prepare(client: Client, { clientId, configDir, now, seed }: Given) {
  step('1. Products, one of them a package of two others')
  console.log(`  ${await createProducts(client)} products created`)
  const isRefused = await isCircleRefused(client)
  if (isRefused !== null) check('a package that would contain itself is refused', isRefused, true)

  step('2. Stores whose orders of today can be booked')
  const tenant = await readTenant(configDir)
  const flow = chooseFlow(tenant)
  const plans = await chooseStores({ client, tenant, clientId, configDir, now })
  console.log(`  ${plans.map(({ storeId }) => storeId).join(', ')}`)
  const hasPackages = !tenant.settings.packages.allocatePricesToComponents
  return { tenant, plans, orders: demoOrders(plans, { seed, flow, hasPackages }) }
}

/** Makes the shop, and returns the ids of its orders; none where the tenant has other statuses. */
async function shopOrders(client: Client, tenant: Tenant, { plans, ...options }: ShopOptions & { plans: readonly StorePlan[] }) {
  const { count } = options
  if (count === 0) return new Set<string>()
  step(`3. A shop of ${count} orders and ${SHOP_DAYS} days`)
  const missing = missingStatus(tenant)
  if (missing !== null) {
    console.log(`  left out: the tenant has no status ${missing}`)
    return new Set<string>()
  }
  const inOrder = tenant.stores.flatMap(({ id }) => plans.filter(({ storeId }) => storeId === id))
  const { made, kept, waiting, orders } = await makeShop(client, inOrder, options)
  console.log(`  ${made} orders made, ${kept} are there already`)
  if (waiting > 0) console.log(`  ${waiting} returns wait with their refund: ${NEEDS_APPROVAL}`)
  return new Set(orders.flatMap(({ id }) => [id, exchangeId(id)]))
}

function wholeNumber(name: string, text: string, max: number): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= max) return Number(text)
  throw new DemoNeeds(`--${name} is a whole number from 0 to ${max}.`)
}

type Before = {
  before: Ledgers
  added: ReadonlySet<DemoOrder>
  /** Those whose refund was left out. */
  unpaid: ReadonlySet<DemoOrder>
  now: Date
}

async function checkLedgers(client: Client, orders: readonly DemoOrder[], { before, added, unpaid, now }: Before): Promise<void> {
  const after = await ledgers(client, orders, now)
  for (const order of orders) {
    const booked = unpaid.has(order) ? { ...order, refund: 0 } : order
    if (added.has(order)) checkLedger(checks, booked, [before.get(order) ?? null, after.get(order) ?? null])
    else console.log(`  ${order.plan.storeId}: booked when the demo ran before`)
  }
}

async function main(): Promise<void> {
  const { OMS_CLIENT_ID: clientId = 'demo', OMS_CLIENT_SECRET: clientSecret = 'demo-secret' } = process.env
  const client = createClient({ baseUrl: values.gateway ?? readRunFile().gatewayUrl, token: { clientId, clientSecret } })
  const [now, configDir] = [new Date(), configFolder()]
  const [count, seed] = [wholeNumber('orders', values.orders, 5_000), wholeNumber('seed', values.seed, 1_000)]
  const { tenant, plans, orders } = await prepare(client, { clientId, configDir, now, seed })
  const shopIds = await shopOrders(client, tenant, { plans, seed, count, now })
  const days = orders.map(({ plan }) => ledgerDay(plan, now))
  const shopDays = shopIds.size === 0 ? [] : plans.map((plan) => ledgerDay(plan, new Date(now.getTime() - SHOP_DAYS * DAY_MS)))
  if (shopIds.size > 0) buildPostings([...shopDays, ...days], configDir)

  step('4. An order in each of the first stores')
  const before = await ledgers(client, orders, now)
  const added = await createOrders(client, orders)

  step('5. Delivered: the workflow captures what was authorised')
  await completeOrders(client, orders)

  const refunded = orders.filter((order) => order.refund > 0)
  step(`6. One pack of coffee beans comes back: a partial refund in ${refunded.map(({ plan }) => plan.storeId).join(', ')}`)
  const unpaid = new Set<DemoOrder>()
  for (const order of refunded) if (!(await refund(client, order))) unpaid.add(order)

  step('7. Accounting builds the postings of the day')
  if (orders.some(({ plan }, index) => ledgerDay(plan, new Date()).date !== days[index]?.date))
    throw new DemoNeeds('The day of a store ended while the demo was running, and its payments are on two days. Run it again.')
  console.log(buildPostings(days, configDir).output)

  step('8. The ledger')
  await checkLedgers(client, orders, { before, added, unpaid, now })
  if (shopIds.size > 0) {
    step('9. The books of the shop')
    const isOwn = (id: string) => shopIds.has(id) || orders.some((order) => order.id === id)
    const dates = [...shopDays, ...days].map(({ date }) => date).sort()
    await checkBooks(checks, client, { from: dates.at(0) ?? '', to: dates.at(-1) ?? '', isOwn })
  }

  const { failures } = checks
  console.log(failures.length === 0 ? '\nEverything adds up.' : `\n${failures.length} checks failed:\n  ${failures.join('\n  ')}`)
  process.exitCode = failures.length === 0 ? 0 : 1
}

/** Why the demo ends, for the person who called it. */
function explain(error: Error): string {
  if (error instanceof DemoNeeds) return error.message
  if (!isApiError(error, 'InvalidCredentials', 'Forbidden')) return `The demo stopped: ${error.message}`
  return (
    `${error.message}\nThe demo needs an API client with the roles OrderAdmin, ProductAdmin and AccountingRead. It is "demo" of the sample tenant ` +
    'unless OMS_CLIENT_ID and OMS_CLIENT_SECRET name another one.'
  )
}

await main().catch((error: Error) => {
  console.error(`\n${explain(error)}`)
  process.exitCode = 1
})
