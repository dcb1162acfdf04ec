// Shared process: the console's system.

import type { Page } from 'playwright-core'
import t from 'tap'
import { accessViolations, consoleBrowser, consoleWindow } from './console-window.ts'
import { paidOrder } from './paid-order.ts'
import { sharedSystem } from './shared-system.ts'

type Payment = { transactionType: string; amount: number; status: string; reason: string | null; transactionId: string }
type OrderBody = { status: string; orderForm: { payments: Payment[]; creditPaymentTotal: number; capturedPaymentTotal: number } }

const browser = await consoleBrowser()
const { system, client } = await sharedSystem()
const url = system.gatewayUrl
const { page, complaints } = await consoleWindow(browser, `${url}/console/orders`)

/** An order of two cups over 250, with these payments in place of its own. */
async function cups(id: string, ...payments: object[]): Promise<void> {
  const order = paidOrder(id, 'Authorization') as { orderForm: { lineItems: object[]; payments: object[] } }
  const [line, payment] = [order.orderForm.lineItems[0], order.orderForm.payments[0]]
  const orderForm = {
    lineItems: [{ ...line, quantity: 2 }],
    payments: payments.map((fields) => ({ ...payment, amount: 250, ...fields })),
  }
  await client.call('POST', '/api/Orders', { body: { ...order, billingCurrency: 'NOK', orderForm } })
}

const sale = { transactionType: 'Sale' }
const readOrder = async (id: string) => (await client.call<OrderBody>('GET', `/api/Orders/${id}`)).body
const paymentsOf = async (id: string, type: string) =>
  (await readOrder(id)).orderForm.payments.filter(({ transactionType }) => transactionType === type)

async function openOrder(on: Page, id: string): Promise<void> {
  await on.goto(`${url}/console/orders/${id}`)
  await on.getByRole('heading', { name: id }).first().waitFor()
}

/** Chooses an action of the menu, and waits for its dialog. */
async function choose(on: Page, action: string) {
  await on.getByRole('button', { name: 'Actions' }).click()
  await on.getByRole('menuitem', { name: action, exact: true }).click()
  const dialog = on.getByRole('dialog', { name: action })
  await dialog.waitFor()
  return dialog
}

t.test('given a paid order, when it is cancelled on the page, then the refund is shown before and made once', async (t) => {
  await cups('console-cancel', sale)
  await openOrder(page, 'console-cancel')
  const dialog = await choose(page, 'Cancel order')
  await dialog.getByText('Refunds NOK 250.00 by Card').waitFor()
  await dialog.getByText('2 items are cancelled').waitFor()
  t.same(await accessViolations(page), [], 'axe: cancel order')
  t.match(await readOrder('console-cancel'), { orderForm: { creditPaymentTotal: 0 } }, 'nothing has happened yet')
  await dialog.getByLabel('Reason').selectOption({ label: 'Customer changed their mind' })
  await dialog.getByRole('button', { name: 'Cancel order and refund NOK 250.00' }).dblclick()
  await page.getByText('Order cancelled, NOK 250.00 refunded').waitFor()
  t.match(await readOrder('console-cancel'), { status: 'Cancelled', orderForm: { creditPaymentTotal: 250 } })
})

t.test('given a paid order, when a part is refunded without a return, then the payment says why', async (t) => {
  await cups('console-goodwill', sale)
  await openOrder(page, 'console-goodwill')
  await page.getByRole('region', { name: 'Payments' }).getByRole('button', { name: 'Refund without a return' }).click()
  const dialog = page.getByRole('dialog', { name: 'Refund without a return' })
  await dialog.getByLabel('Reason').selectOption({ label: 'Late delivery' })
  await dialog.getByLabel('Amount').fill('250.01')
  await dialog.getByText('At most NOK 250.00 can be refunded.').waitFor()
  await dialog.getByLabel('Amount').fill('40')
  await dialog.getByText('Refunds NOK 40.00 by Card').waitFor()
  t.same(await accessViolations(page), [], 'axe: refund without a return')
  await dialog.getByRole('button', { name: 'Refund NOK 40.00' }).click()
  await page.getByText('NOK 40.00 refunded', { exact: true }).waitFor()
  t.match(await paymentsOf('console-goodwill', 'Credit'), [{ amount: 40, reason: 'Late', status: 'Processed' }])
})

t.test('given an authorised order, when a part is captured and the rest voided, then both are payments', async (t) => {
  await cups('console-capture', {})
  await openOrder(page, 'console-capture')
  const capturing = await choose(page, 'Capture payment')
  await capturing.getByLabel('Amount').fill('100')
  t.same(await accessViolations(page), [], 'axe: capture')
  await capturing.getByRole('button', { name: 'Capture NOK 100.00' }).click()
  await page.getByText('NOK 100.00 captured', { exact: true }).waitFor()
  const voiding = await choose(page, 'Void authorisation')
  await voiding.getByRole('button', { name: 'Void NOK 150.00' }).click()
  await page.getByText('NOK 150.00 voided', { exact: true }).waitFor()
  t.match(await paymentsOf('console-capture', 'Capture'), [{ amount: 100 }])
  t.match(await paymentsOf('console-capture', 'Void'), [{ amount: 150 }])
})

t.test('given an unpaid order and an unpaid invoice, when each is marked as paid, then it is', async (t) => {
  await cups('console-record')
  await openOrder(page, 'console-record')
  const recording = await choose(page, 'Record payment')
  await recording.getByLabel('Reference (optional)').fill('BANK-77')
  t.same(await accessViolations(page), [], 'axe: record payment')
  await recording.getByRole('button', { name: 'Mark NOK 250.00 as paid' }).click()
  await page.getByText('NOK 250.00 recorded as paid').waitFor()
  t.match(await paymentsOf('console-record', 'Sale'), [{ amount: 250, transactionId: 'BANK-77', status: 'Processed' }])
  await cups('console-invoice', { transactionType: 'Invoiced', paymentMethodName: 'Invoice', invoiceId: 'F-1001' })
  await openOrder(page, 'console-invoice')
  const paying = await choose(page, 'Record payment')
  await paying.getByLabel('Paid by').selectOption({ label: 'Invoice F-1001, NOK 250.00' })
  await paying.getByRole('button', { name: 'Mark NOK 250.00 as paid' }).click()
  await page.getByText('NOK 250.00 recorded as paid').last().waitFor()
  t.match(await paymentsOf('console-invoice', 'Invoiced'), [{ amount: 250, status: 'Paid' }])
})

t.test('the pages have no complaints', async (t) => {
  t.same(complaints, [])
})
