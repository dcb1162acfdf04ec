// Shared process: the console's system.

import type { Page, Route } from 'playwright-core'
import t from 'tap'
import { accessViolations, consoleBrowser, consoleWindow, people } from './console-window.ts'
import { paidOrder } from './paid-order.ts'
import { runOms } from './run-tool.ts'
import { sharedSystem } from './shared-system.ts'
import { eventually } from './system-under-test.ts'

type Payment = { transactionType: string; amount: number; status: string }
type OrderBody = { holds?: { reasonCode: string; released: string | null; releasedBy: string | null }[] } & {
  orderForm: { payments: Payment[]; creditPaymentTotal: number; capturedPaymentTotal: number }
  returnOrderForms: { status: string }[]
}

type ExchangedBody = { returnOrderForms: { status: string; replacementOrderIds?: string[] }[] }

const browser = await consoleBrowser()
const { system, client, dataDir } = await sharedSystem()
const url = system.gatewayUrl
const { page, complaints } = await consoleWindow(browser, `${url}/console/orders`)

/** An order of two cups over 250, which is delivered and captured. */
async function deliveredOrder(id: string): Promise<void> {
  const order = paidOrder(id, 'Authorization') as { orderForm: { lineItems: object[]; payments: object[] } }
  const [line, payment] = [order.orderForm.lineItems[0], order.orderForm.payments[0]]
  const orderForm = { lineItems: [{ ...line, quantity: 2 }], payments: [{ ...payment, amount: 250 }] }
  await client.call('POST', '/api/Orders', { body: { ...order, billingCurrency: 'NOK', orderForm } })
  await client.call('POST', `/api/Orders/${id}/UpdateStatus`, { body: { status: 'Completed' } })
}

const readOrder = async (id: string) => (await client.call<OrderBody>('GET', `/api/Orders/${id}`)).body

async function openOrder(on: Page, id: string): Promise<void> {
  await on.goto(`${url}/console/orders/${id}`)
  await on.getByRole('heading', { name: id, exact: true }).waitFor()
}

/** Chooses an action of the menu, and waits for its dialog. */
async function choose(on: Page, action: string) {
  await on.getByRole('button', { name: 'Actions' }).click()
  await on.getByRole('menuitem', { name: action, exact: true }).click()
  const dialog = on.getByRole('dialog', { name: action })
  await dialog.waitFor()
  return dialog
}

type Line = { category: string; credit: number; debit: number }

/** What the ledger of today has refunded, once it is built. */
async function refundedInLedger(): Promise<number> {
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Oslo' }).format(new Date())
  await runOms(['accounting', 'build', '--date', day, '--store', 'Oslo-01'], dataDir)
  const body = { storeId: 'Oslo-01', postingDateFrom: day, postingDateTo: day, take: 200 }
  const { result } = (await client.call<{ result: Line[] }>('POST', '/api/Accounting/LedgerLines/Search', { body })).body
  const refunds = result.filter(({ category }) => category === 'RefundPaymentMethod')
  return refunds.reduce((sum, { credit, debit }) => sum + credit - debit, 0)
}

/** Another person's change of the order that is edited. */
const patch = (body: object) => client.call('PATCH', '/api/Orders/console-edit/PatchOrder', { body })

/** Lets a write reach the gateway and loses its response, as often as the client tries. */
async function loseResponses(on: Page, address: string, count: number): Promise<void> {
  let left = count
  await on.route(address, async (route: Route) => {
    if (left-- <= 0) return route.fallback()
    await route.fetch()
    await route.abort('connectionreset')
  })
}

t.test(
  'given delivered goods, when one comes back on the page, then the return is shown with what is to be refunded',
  async (t) => {
    await deliveredOrder('console-return')
    await openOrder(page, 'console-return')
    const dialog = await choose(page, 'Create return')
    await dialog.getByLabel('Quantity of Cup to return').fill('1')
    await dialog.getByLabel('Reason for Cup').fill('<b>Too small</b>')
    await dialog.getByText('The return is worth NOK 125.00.').waitFor()
    t.same(await accessViolations(page), [], 'axe: take back')
    await dialog.getByRole('button', { name: 'Create return' }).dblclick()
    await page.getByText('Return 1 created. It is worth NOK 125.00.').waitFor()
    const card = page.getByRole('region', { name: 'Returns' })
    await card.getByText('NOK 125.00 is not refunded yet').waitFor()
    await card.getByText('1 × Cup – <b>Too small</b> – back to stock').waitFor()
    const { returnOrderForms, orderForm } = await readOrder('console-return')
    t.match([returnOrderForms.length, orderForm.creditPaymentTotal], [1, 0], 'one return, and nothing is refunded yet')
  },
)

t.test(
  'given a return, when it is undone from its notification, then the goods can come back and nothing can be refunded',
  async (t) => {
    await deliveredOrder('console-undo')
    await openOrder(page, 'console-undo')
    const dialog = await choose(page, 'Create return')
    await dialog.getByLabel('Quantity of Cup to return').fill('2')
    await dialog.getByRole('button', { name: 'Create return' }).click()
    await page.getByText('Return 1 created.').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone: Return 1 created.').waitFor()
    await page.getByRole('region', { name: 'Returns' }).getByText('Cancelled: nothing comes back').waitFor()
    t.match((await readOrder('console-undo')).returnOrderForms, [{ status: 'Cancelled' }])
    await page.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: 'Create return' }).waitFor()
    t.equal(await page.getByRole('menuitem', { name: 'Refund', exact: true }).count(), 0, 'a cancelled return pays nothing back')
    await page.getByRole('menuitem', { name: 'Create return' }).click()
    await dialog.getByText('CUP · up to 2').waitFor()
  },
)

t.test('given a return, when its refund is sent again after a lost response, then the money is refunded once', async (t) => {
  // The stream would show that the money is refunded before it is sent again.
  const stream = '**/api/Orders/Changes/Stream*'
  await page.route(stream, (route) => route.abort('connectionreset'))
  await openOrder(page, 'console-return')
  const dialog = await choose(page, 'Refund')
  await dialog.getByText('Refunds NOK 125.00 by Card.').waitFor()
  t.same(await accessViolations(page), [], 'axe: refund')
  await loseResponses(page, '**/api/Returns/console-return/UpdateStatus', 2)
  await dialog.getByRole('button', { name: 'Refund NOK 125.00' }).dblclick()
  await dialog.getByText('No connection').waitFor()
  await dialog.getByRole('button', { name: 'Refund NOK 125.00' }).click()
  await page.getByText('NOK 125.00 is refunded for return 1').waitFor()
  await page.getByRole('region', { name: 'Returns' }).getByText('NOK 125.00 is refunded').waitFor()
  const { orderForm, returnOrderForms } = await readOrder('console-return')
  const credits = orderForm.payments.filter(({ transactionType }) => transactionType === 'Credit')
  t.match(credits, [{ amount: 125, status: 'Processed' }])
  t.equal(credits.length, 1)
  t.match(returnOrderForms, [{ status: 'Completed' }])
  t.equal(await eventually(refundedInLedger, (amount) => amount > 0), 125, 'and so it is in the ledger')
  await page.getByRole('button', { name: 'Actions' }).click()
  t.equal(await page.getByRole('menuitem', { name: 'Refund', exact: true }).count(), 0, 'nothing is left to refund')
  await page.keyboard.press('Escape')
  await page.unroute(stream)
})

t.test(
  'given delivered goods, when they are exchanged for dearer ones, then the new order is linked and wants the rest',
  async (t) => {
    await client.call('POST', '/api/products', { body: { productId: 'EXCHANGE-JUG', name: 'Exchange jug', price: 300 } })
    await deliveredOrder('console-exchange')
    await openOrder(page, 'console-exchange')
    const dialog = await choose(page, 'Exchange')
    const submit = dialog.getByRole('button', { name: /^Exchange/ })
    await dialog.getByLabel('Quantity of Cup to return').fill('2')
    await dialog.getByText('Add what the customer wants instead.').waitFor()
    t.ok(await submit.isDisabled())
    await dialog.getByRole('combobox', { name: 'Add a product' }).fill('exchange jug')
    await page.getByRole('option', { name: /EXCHANGE-JUG/ }).click()
    await dialog.getByText('The customer pays NOK 50.00.').waitFor()
    await dialog.getByRole('checkbox', { name: 'The items are here' }).check()
    t.same(await accessViolations(page), [], 'axe: exchange')
    await dialog.getByRole('button', { name: 'Exchange, NOK 50.00 to pay' }).dblclick()
    await page.getByText(/^Return 1 and order \S+ created\.$/).waitFor()
    const { returnOrderForms } = (await client.call<ExchangedBody>('GET', '/api/Orders/console-exchange')).body
    const [{ replacementOrderIds: [exchangeId = ''] = [] } = {}] = returnOrderForms
    t.match(returnOrderForms, [{ status: 'Completed', creditPaymentTotal: 250, total: 250 }])
    t.equal(returnOrderForms.length, 1, 'once, however often it was clicked')
    t.match((await client.call('GET', `/api/Orders/${exchangeId}`)).body, {
      relatedOrders: ['console-exchange'],
      remainingPayment: 50,
      orderForm: { lineItems: [{ code: 'EXCHANGE-JUG', quantity: 1 }] },
    })
    await page.getByRole('button', { name: `Open order ${exchangeId}` }).click()
    await page.getByRole('heading', { name: exchangeId, exact: true }).waitFor()
  },
)

t.test('given an order, when it is held on the page and that is undone, then it is released', async (t) => {
  await client.call('POST', '/api/Orders', { body: paidOrder('console-hold', 'Authorization') })
  await openOrder(page, 'console-hold')
  const dialog = await choose(page, 'Hold')
  await dialog.getByLabel('Reason').selectOption('AddressUnclear')
  t.same(await accessViolations(page), [], 'axe: hold')
  await dialog.getByRole('button', { name: 'Hold the order' }).click()
  await page.getByText('The order is on hold: Address is unclear').waitFor()
  t.match((await readOrder('console-hold')).holds, [{ reasonCode: 'AddressUnclear', released: null }])
  t.same(await accessViolations(page), [], 'axe: the notification')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone: The order is on hold: Address is unclear').waitFor()
  t.match((await readOrder('console-hold')).holds, [{ releasedBy: people.all.userName }])
})

t.test('given a held order whose steps wait, when it is released on the page, then these go on', async (t) => {
  await client.call('POST', '/api/Orders/console-hold/Holds', { body: { reasonCode: 'Fraud', note: 'Look at it' } })
  await client.call('POST', '/api/Orders/console-hold/UpdateStatus', { body: { status: 'InProgress' } })
  await openOrder(page, 'console-hold')
  const dialog = await choose(page, 'Release hold')
  await dialog.getByText('Fraud').waitFor()
  await dialog.getByText(/^(Nothing is waiting for the release|Continues on release)/).waitFor()
  t.same(await accessViolations(page), [], 'axe: release')
  await dialog.getByRole('button', { name: 'Release' }).click()
  await page.getByText('The hold Fraud is released').waitFor()
  const held = await eventually(
    () => readOrder('console-hold'),
    ({ holds = [] }) => holds.every(({ released }) => released !== null),
  )
  t.equal(held.holds?.length, 2)
  await page.getByRole('alert').filter({ hasText: 'The hold Fraud is released' }).getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone: The hold Fraud is released').waitFor()
  t.match((await readOrder('console-hold')).holds?.at(-1), { reasonCode: 'Fraud', note: 'Look at it', released: null })
})

t.test('given a step that failed, when its cause is removed and it is retried on the page, then it succeeds', async (t) => {
  const { orderForm, ...order } = paidOrder('console-retry') as { orderForm: { lineItems: object[]; payments: object[] } }
  await client.call('POST', '/api/Orders', { body: { ...order, orderForm: { lineItems: orderForm.lineItems } } })
  await client.call('POST', '/api/Orders/console-retry/UpdateStatus', { body: { status: 'Completed' } })
  await client.call('POST', '/api/Returns/console-retry/Return', { body: { returns: [{ lineItemId: '1', returnQuantity: 1 }] } })
  // Nothing is captured, so nothing can be refunded.
  const completed = { returnId: '1', status: 'Completed' }
  await client.call('POST', '/api/Returns/console-retry/UpdateStatus', { body: completed })
  await openOrder(page, 'console-retry')
  const dialog = await choose(page, 'Retry')
  const retry = dialog.getByRole('button', { name: /^Retry (refund return|and refund NOK 125.00)$/ })
  await retry.click()
  await page.getByText('Retry refund return failed again').waitFor()
  t.same(await accessViolations(page), [], 'axe: retry')
  await client.call('POST', '/api/Orders/console-retry/AddPayments', { body: orderForm.payments })
  await retry.click()
  // The payment is another version: the page says so before it writes upon it.
  const reload = dialog.getByRole('button', { name: 'Load the latest version' })
  await reload.click()
  // Until it is loaded, a retry is meant for the version before.
  await reload.waitFor({ state: 'detached' })
  await dialog.getByRole('button', { name: 'Retry and refund NOK 125.00' }).click()
  await page.getByText('Retry refund return: done').waitFor()
  t.match(await readOrder('console-retry'), { orderForm: { capturedPaymentTotal: 125, creditPaymentTotal: 125 } })
  await dialog.getByText('Nothing to retry').waitFor()
})

const labels = { name: 'Customer name', phone: 'Phone', city: 'City' } as const

t.test('given two people who edit different fields of an order, when both save, then both changes are kept', async (t) => {
  const body = { ...paidOrder('console-edit'), customerName: 'Kari', customerPhone: '+4711111111', tags: ['vip'] }
  await client.call('POST', '/api/Orders', { body })
  await openOrder(page, 'console-edit')
  const dialog = await choose(page, 'Edit')
  await dialog.getByLabel(labels.phone, { exact: true }).fill('+4722222222')
  const billing = dialog.getByRole('group', { name: 'Billing address' })
  await billing.getByLabel(labels.city).fill('Bergen')
  await dialog.getByText('Phone: +4711111111 → +4722222222').waitFor()
  t.same(await accessViolations(page), [], 'axe: edit')
  await patch({ customerName: 'Kari Nordmann', tags: ['gift'] })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText(/^demo changed it at/).waitFor()
  await dialog.getByRole('row', { name: 'Customer name Kari Kari Nordmann Kari Theirs' }).waitFor()
  await dialog.getByRole('row', { name: 'Phone +4711111111 +4711111111 +4722222222 Yours' }).waitFor()
  t.same(await accessViolations(page), [], 'axe: both edits')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Order console-edit is changed').waitFor()
  t.match(await readOrder('console-edit'), {
    customerName: 'Kari Nordmann',
    customerPhone: '+4722222222',
    billingAddress: { city: 'Bergen' },
    tags: ['vip', 'gift'],
    modifiedBy: people.all.userName,
  })
})

t.test('given an edit, when it is undone, then the old values are back and what others wrote stays', async (t) => {
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone: Order console-edit is changed').waitFor()
  t.match(await readOrder('console-edit'), { customerName: 'Kari Nordmann', customerPhone: '+4711111111', billingAddress: null })
})

t.test('given two people who edit the same field, when the second saves, then that person chooses which is kept', async (t) => {
  await openOrder(page, 'console-edit')
  const dialog = await choose(page, 'Edit')
  await dialog.getByLabel(labels.name).fill('Ola')
  await patch({ customerName: 'Per' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  const both = dialog.getByRole('button', { name: 'Save' })
  t.ok(await both.isDisabled(), 'nothing is saved before the choice')
  const choice = dialog.getByRole('radiogroup', { name: 'Which Customer name is kept' })
  await choice.getByRole('radio', { name: 'Yours' }).check()
  await patch({ customerName: 'Pål' })
  await both.click()
  await dialog.getByRole('row', { name: /Customer name Kari Nordmann Pål Ola/ }).waitFor()
  t.ok(await both.isDisabled(), 'a third version is another choice')
  await choice.getByRole('radio', { name: 'Yours' }).check()
  await both.click()
  await page.getByText('Order console-edit is changed').waitFor()
  t.match(await readOrder('console-edit'), { customerName: 'Ola' })
})

t.test(
  'given a reader, when they open an order or forge a refund, then there is no action and the gateway refuses',
  async (t) => {
    const reading = await consoleWindow(browser, `${url}/console/orders/console-return`, people.reader)
    await reading.page.getByRole('region', { name: 'Returns' }).getByText('Return 1').waitFor()
    t.equal(await reading.page.getByRole('button', { name: 'Actions' }).count(), 0)
    const statuses = await reading.page.evaluate(async () => {
      const { csrfToken } = await (await fetch('/session')).json()
      const headers = { 'content-type': 'application/json', 'x-csrf-token': csrfToken }
      const send = async (path: string, method: string, body: object) =>
        (await fetch(`/api/${path}`, { method, headers, body: JSON.stringify(body) })).status
      return [
        await send('Returns/console-return/UpdateStatus', 'POST', { returnId: '1', status: 'Completed' }),
        await send('Returns/console-return/Return', 'POST', { returns: [{ lineItemId: '1', returnQuantity: 1 }] }),
        await send('Orders/console-return/Holds', 'POST', { reasonCode: 'Forged' }),
        await send('Orders/console-return/PatchOrder', 'PATCH', { customerName: 'Forged' }),
      ]
    })
    t.same(statuses, [403, 403, 403, 403])
    t.same(reading.complaints, [])
    t.same(
      complaints.filter((complaint) => !complaint.includes('ERR_CONNECTION_RESET')),
      [],
      'nothing but the lost responses',
    )
    await reading.context.close()
  },
)
