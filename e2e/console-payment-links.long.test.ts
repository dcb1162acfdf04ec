// Shared process: the console of a system that is disturbed.

import t from 'tap'
import { accessViolations, consoleBrowser, consoleWindow, people } from './console-window.ts'
import { paidOrder } from './paid-order.ts'
import { disturbedSystem } from './refusing-bank.ts'

type Payment = { status: string; transactionType: string; transactionId: string; amount: number }

const browser = await consoleBrowser()
const { system, client, bank } = await disturbedSystem()
bank.refuses = () => false
const url = system.gatewayUrl
const { page, complaints } = await consoleWindow(browser, `${url}/console/orders`, people.all)
const id = 'console-linked'
const readOrder = async () =>
  (await client.call<{ remainingPayment: number; orderForm: { payments: Payment[] } }>('GET', `/api/Orders/${id}`)).body
const payments = async () => (await readOrder()).orderForm.payments
const openDialog = async () => {
  await page.getByRole('region', { name: 'Payments' }).getByRole('button', { name: 'Send payment link' }).click()
  return page.getByRole('dialog', { name: 'Send payment link' })
}

const order = paidOrder(id, 'Authorization') as { orderForm: object }
const body = { ...order, customerEmail: 'kari@example.com', orderForm: { ...order.orderForm, payments: [] } }
await client.call('POST', '/api/Orders', { body })
const { remainingPayment: due } = await readOrder()
const amount = `NOK ${due.toFixed(2)}`

t.test('given an unpaid order, when what it waits for is read, then the link is one click away', async (t) => {
  await page.goto(`${url}/console/orders/${id}`)
  await page.getByRole('region', { name: 'What this order is waiting for' }).getByText('Details').click()
  await page
    .getByRole('region', { name: 'What this order is waiting for' })
    .getByRole('button', { name: 'Send payment link' })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: 'Send payment link' })
  await dialog.getByLabel('E-mail to kari@example.com').waitFor()
  t.same(await accessViolations(page), [], 'axe: payment link')
  await dialog.getByRole('button', { name: `Send link for ${amount}` }).dblclick()
  await page.getByText(`Payment link for ${amount} sent`).waitFor()
  await page.getByText(`Waiting for the customer to pay ${amount} by link until`).first().waitFor()
  t.match(await payments(), [{ status: 'Pending', transactionType: 'Sale', amount: due }])
  t.equal((await payments()).length, 1, 'a double click is one link')
})

t.test('given an open link, when it is withdrawn, then another one can be made and copied', async (t) => {
  const dialog = await openDialog()
  await dialog.getByText('https://pay.example/1f6b2').waitFor()
  t.same(await accessViolations(page), [], 'axe: open link')
  await dialog.getByRole('button', { name: 'Withdraw link' }).click()
  await page.getByText(`Payment link for ${amount} withdrawn`).waitFor()
  await dialog.getByLabel('E-mail to kari@example.com').uncheck()
  await dialog.getByRole('button', { name: `Make link for ${amount}` }).click()
  await dialog.getByRole('button', { name: 'Copy link' }).waitFor()
  t.match(await payments(), [{ status: 'Failed' }, { status: 'Pending' }])
  await page.keyboard.press('Escape')
})

t.test('when the provider reports the payment, then the order waits for it no more', async (t) => {
  const linked = (await payments()).find(({ status }) => status === 'Pending')
  const paid = { amount: due, paymentMethodName: 'Card', transactionId: linked?.transactionId, transactionType: 'Sale' }
  await client.call('POST', `/api/Orders/${id}/AddPayments`, { body: [{ ...paid, status: 'Processed' }] })
  await page.reload()
  await page.getByRole('heading', { name: id }).first().waitFor()
  await page.getByRole('region', { name: 'What this order is waiting for' }).getByText('Details').waitFor()
  t.equal(await page.getByText('Waiting for the customer to pay').count(), 0)
  t.equal((await readOrder()).remainingPayment, 0)
})

t.test('when the stories are over, then the console has not complained', async (t) => {
  t.same(complaints, [])
})
