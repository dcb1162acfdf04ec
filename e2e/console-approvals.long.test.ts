// Shared process: the console's system.
import t from 'tap'
import { accessViolations, consoleBrowser, consoleWindow, people } from './console-window.ts'
import { paidOrder } from './paid-order.ts'
import { sharedSystem } from './shared-system.ts'

const ORDER = 'approvals-1'

t.test('given a limit, when one person asks and another approves, then the first pays back once', async (t) => {
  const browser = await consoleBrowser()
  const { system, client } = await sharedSystem({
    'order-handling.json': (handling) => Object.assign(handling, { refundApprovalAbove: [{ currency: 'NOK', amount: 50 }] }),
  })
  await client.call('POST', '/api/Orders', { body: { ...paidOrder(ORDER), storeId: 'Bergen-01' } })
  const credited = async () => {
    const { body } = await client.call('GET', `/api/Orders/${ORDER}`)
    return (body as { orderForm: { creditPaymentTotal: number } }).orderForm.creditPaymentTotal
  }
  const address = `${system.gatewayUrl}/console/orders/${ORDER}`
  const kari = await consoleWindow(browser, `${address}?action=refundAmount`)
  const dialog = kari.page.getByRole('dialog', { name: 'Refund without a return' })
  await dialog.getByRole('combobox', { name: 'Reason' }).selectOption('Goodwill')
  await dialog.getByLabel('Amount').fill('60')
  await dialog.getByLabel('Reason for whoever approves it').fill('It came broken')
  await dialog.getByRole('button', { name: 'Ask for approval' }).click()
  await dialog.getByText(/^You have asked for approval of /).waitFor()
  t.equal(await credited(), 0)
  await dialog.getByRole('button', { name: 'Close' }).click()

  const berit = await consoleWindow(browser, `${system.gatewayUrl}/console`, people.bergen)
  await berit.page.getByRole('link', { name: 'Refunds to approve' }).click()
  await berit.page.getByText('It came broken').waitFor()
  t.same(await accessViolations(berit.page), [], 'axe: refunds to approve')
  await berit.page.getByRole('link', { name: `Order ${ORDER}` }).click()
  await berit.page.getByRole('button', { name: /^Approve .* for demo@example\.com$/ }).click()
  await berit.page.getByText(/^Approved by bergen@example\.com, until /).waitFor()

  await kari.page.goto(`${address}?action=refundAmount`)
  await kari.page.getByText(/^Approved by bergen@example\.com\. Refund now, before /).waitFor()
  await dialog.getByRole('combobox', { name: 'Reason' }).selectOption('Goodwill')
  await dialog.getByLabel('Amount').fill('60')
  await dialog.getByRole('button', { name: /^Refund .*60/ }).click()
  await dialog.waitFor({ state: 'detached' })
  t.equal(await credited(), 60)
  await kari.page.getByText(/Refund now, before/).waitFor({ state: 'detached' })
  for (const { complaints, context } of [kari, berit]) {
    t.same(complaints, [])
    await context.close()
  }
})
