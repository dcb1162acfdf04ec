// Shared process: the console's system.

import type { Page } from 'playwright-core'
import t from 'tap'
import { accessViolations, consoleBrowser, consoleWindow, openInside, people } from './console-window.ts'
import { paidOrder } from './paid-order.ts'
import { sharedSystem } from './shared-system.ts'

type Line = { lineItemId: string; quantity: number; updateStock: boolean; properties: { key: string; value: string }[] }
type Form = { returnId: string; status: string; returnComment: string | null; lineItems: Line[] }
type OrderBody = {
  orderForm: { payments: { transactionType: string; amount: number }[]; creditPaymentTotal: number }
  returnOrderForms: Form[]
}

const browser = await consoleBrowser()
const { system, client } = await sharedSystem()
const url = `${system.gatewayUrl}/console`
const { page, complaints } = await consoleWindow(browser, `${url}/returns`)

const readOrder = async (id: string) => (await client.call<OrderBody>('GET', `/api/Orders/${id}`)).body
const countToRefund = async () =>
  (await client.call<{ totalHits: number }>('POST', '/api/Returns/SearchReturnOrders', { body: { awaitsRefund: true, take: 1 } }))
    .body.totalHits

/** Two cups of 125 and a plate of 80, delivered and captured; a cup and the plate come back. */
async function announcedReturn(id: string, fields: object = {}, storeId = 'Oslo-01'): Promise<void> {
  const order = paidOrder(id, 'Authorization') as { orderForm: { lineItems: object[]; payments: object[] } }
  const [cup, payment] = [order.orderForm.lineItems[0], order.orderForm.payments[0]]
  const plate = { ...cup, lineItemId: '2', code: 'PLATE', displayName: 'Plate', placedPrice: 80 }
  const orderForm = { lineItems: [{ ...cup, quantity: 2 }, plate], payments: [{ ...payment, amount: 330 }] }
  await client.call('POST', '/api/Orders', {
    body: { ...order, storeId, billingCurrency: 'NOK', customerName: 'Kari Returmo', orderForm },
  })
  await client.call('POST', `/api/Orders/${id}/UpdateStatus`, { body: { status: 'Completed' } })
  const returns = ['1', '2'].map((lineItemId) => ({ lineItemId, returnQuantity: 1, isStockUpdated: true }))
  await client.call('POST', `/api/Returns/${id}/Return`, { body: { returns, rmaNumber: `RMA-${id}`, ...fields } })
}

async function scan(on: Page, code: string): Promise<void> {
  await openInside(on, '/returns')
  await on.getByLabel('Order number or RMA').fill(code)
  await on.keyboard.press('Enter')
}

t.test('given returns of orders, when the desk is opened, then each is a row, and the queues narrow them', async (t) => {
  await announcedReturn('desk-list')
  await page.goto(`${url}/returns`)
  const row = page.getByRole('row', { name: /RMA-desk-list/ })
  await row.waitFor()
  for (const name of ['desk-list', 'Kari Returmo', 'Cup and 1 more', 'NOK 205.00', 'New'])
    await row.getByRole('cell', { name, exact: true }).waitFor()
  t.same(await accessViolations(page), [], 'the list')
  await page.getByLabel('Show', { exact: true }).selectOption({ label: 'To refund' })
  await row.waitFor({ state: 'detached' })
  await page.getByLabel('Show', { exact: true }).selectOption({ label: 'To receive' })
  await row.waitFor()
  await page.getByLabel('Search returns').fill('nobody is called that')
  await page.getByText('No returns match').waitFor()
  await page.getByRole('button', { name: 'Show all returns' }).click()
  await row.waitFor()
  await page.setViewportSize({ width: 390, height: 800 })
  await page.waitForFunction(() => document.documentElement.scrollWidth <= innerWidth)
  t.same(await accessViolations(page), [], 'on a phone')
  await page.setViewportSize({ width: 1_280, height: 720 })
})

t.test('given goods that came back in part, when they are received, then the return has what came in', async (t) => {
  // Other stories add up what is refunded in Oslo.
  await announcedReturn('desk-work', {}, 'Bergen-01')
  await scan(page, 'desk-work')
  await page.getByRole('heading', { name: 'RMA-desk-work' }).waitFor()
  await page.getByLabel('Quantity of Plate that came back').fill('0')
  await page.getByLabel('Reason for Cup').fill('Damaged')
  await page.getByLabel('Condition of Cup').selectOption({ label: 'Damaged' })
  t.same(await accessViolations(page), [], 'receiving')
  await page.getByRole('button', { name: 'Receive 1 item' }).click()
  await page.getByText('Return 1: 1 item received').waitFor()
  await page.getByRole('button', { name: 'Refund NOK 125.00' }).waitFor()
  const order = await readOrder('desk-work')
  t.equal(order.returnOrderForms[0]?.lineItems.length, 1, 'the plate stays sold')
  t.match(order.returnOrderForms, [
    {
      status: 'InProgress',
      lineItems: [
        { lineItemId: '1', quantity: 1, returnReason: 'Damaged', properties: [{ key: 'Condition', value: 'Damaged' }] },
      ],
    },
  ])
  t.match(order, { orderForm: { lineItems: [{ returnQuantity: 1 }, { returnQuantity: 0 }], creditPaymentTotal: 0 } })
})

t.test('given received goods, when they are inspected and paid back, then the queue is one shorter', async (t) => {
  const before = await countToRefund()
  await openInside(page, '/')
  await page.getByRole('listitem').filter({ hasText: 'Returns to refund' }).getByText(String(before), { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Returns to refund' }).click()
  await page.getByRole('link', { name: 'RMA-desk-work' }).click()
  await page.getByRole('checkbox', { name: 'Back to stock' }).uncheck()
  const amount = page.getByLabel('Refund amount (up to NOK 125.00)')
  await amount.fill('126')
  await page.getByText('The return is worth NOK 125.00.').waitFor()
  await amount.fill('100')
  await page.getByText('Save to see what is refunded.').waitFor()
  t.same(await accessViolations(page), [], 'inspecting')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Return 1 saved').waitFor()
  await page.getByText('Refunds NOK 100.00 by Card.').waitFor()
  await page.getByRole('button', { name: 'Refund NOK 100.00' }).dblclick()
  await page.getByText('NOK 100.00 is refunded for return 1').waitFor()
  await page.getByRole('region', { name: 'Result' }).getByText('NOK 100.00 is refunded').waitFor()
  const order = await readOrder('desk-work')
  t.match(order.returnOrderForms, [{ status: 'Completed', lineItems: [{ updateStock: false }] }])
  t.equal(order.orderForm.payments.filter(({ transactionType }) => transactionType === 'Credit').length, 1, 'paid back once')
  t.equal(await countToRefund(), before - 1)
})

t.test('given a return, when it is rejected with a reason, then nothing is refunded and the goods stay sold', async (t) => {
  await announcedReturn('desk-reject', { comment: 'By post' })
  await scan(page, 'RMA-desk-reject')
  await page.getByRole('button', { name: 'Reject return' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reject return 1' })
  t.ok(await dialog.getByRole('button', { name: 'Reject return' }).isDisabled(), 'a reason is asked for')
  await dialog.getByLabel('Reason').fill('Worn for months')
  t.same(await accessViolations(page), [], 'the dialog')
  await dialog.getByRole('button', { name: 'Reject return' }).click()
  await page.getByText('Return 1 is rejected').waitFor()
  await page.getByRole('region', { name: 'Result' }).getByText('Cancelled: nothing comes back').waitFor()
  const order = await readOrder('desk-reject')
  t.match(order, { returnOrderForms: [{ status: 'Cancelled', returnComment: 'By post\nWorn for months' }] })
  t.match(order.orderForm, { creditPaymentTotal: 0, lineItems: [{ returnQuantity: 0 }, { returnQuantity: 0 }] })
})

t.test('given a number without a return, when it is scanned, then the desk says what it is', async (t) => {
  const id = 'desk-none'
  await client.call('POST', '/api/Orders', { body: paidOrder(id) })
  await scan(page, id)
  await page.getByText(`Order ${id} has no return yet.`).waitFor()
  await page.getByRole('link', { name: 'Open the order' }).waitFor()
  const delivered = 'desk-delivered'
  await client.call('POST', '/api/Orders', { body: paidOrder(delivered) })
  await client.call('POST', `/api/Orders/${delivered}/UpdateStatus`, { body: { status: 'Completed' } })
  await scan(page, delivered)
  await page.getByRole('link', { name: 'Create return' }).click()
  await page.getByRole('dialog', { name: 'Create return' }).getByLabel('Quantity of Cup to return').waitFor()
  await page.keyboard.press('Escape')
  await page.waitForURL(new RegExp(`/orders/${delivered}$`))
  await scan(page, 'desk-nothing')
  await page.getByText('No return or order found for desk-nothing.').waitFor()
  t.equal(await page.getByRole('link', { name: 'Open the order' }).count(), 0)
})

t.test('given two people at the desk, when the second one works on what is old, then nothing is written', async (t) => {
  await announcedReturn('desk-two')
  await scan(page, 'desk-two')
  await page.getByRole('heading', { name: 'RMA-desk-two' }).waitFor()
  await page.getByLabel('Quantity of Cup that came back').fill('2')
  await client.call('PATCH', '/api/Returns/desk-two/1', { body: { returnComment: 'Came by taxi' } })
  await page.getByRole('button', { name: 'Receive 3 items' }).click()
  await page.getByText(/^demo changed it at/).waitFor()
  t.match((await readOrder('desk-two')).returnOrderForms, [{ status: 'New', lineItems: [{ quantity: 1 }, {}] }])
  await page.getByRole('button', { name: 'Load the latest version' }).click()
  await page.getByText('Came by taxi').waitFor()
  await page.getByRole('button', { name: 'Receive 3 items' }).click()
  await page.getByText('Return 1: 3 items received').waitFor()
  t.match((await readOrder('desk-two')).returnOrderForms, [{ status: 'InProgress', lineItems: [{ quantity: 2 }, {}] }])
})

t.test('given a reader and a person of another store, when they open the desk, then it shows what is theirs', async (t) => {
  const reading = await consoleWindow(browser, `${url}/returns/desk-two/1`, people.reader)
  await reading.page.getByRole('region', { name: 'Result' }).getByText('NOK 330.00 is not refunded yet').waitFor()
  t.equal(await reading.page.getByRole('button', { name: /Refund|Reject|Save/ }).count(), 0)
  await reading.context.close()
  const elsewhere = await consoleWindow(browser, `${url}/returns?text=RMA-desk-two`, people.bergen)
  await elsewhere.page.getByText('No returns match').waitFor()
  await elsewhere.context.close()
  t.same(
    complaints.filter((one) => !/status of 400 /.test(one)),
    [],
  )
})
