// Shared process: the console in a browser.
import t from 'tap'
import type { Session } from '../session/session.ts'
import { checkLooks, consolePage, goTo } from '../testing/console-page.ts'
import { recordedBody } from '../testing/example-server.ts'
import { homeEn } from '../texts/en/home.ts'
import { orderEn } from '../texts/en/order.ts'
import { paymentsEn } from '../texts/en/payments.ts'
import { refundRequestsEn } from '../texts/en/refund-requests.ts'

const shown = await consolePage()
const { page, server } = shown
const { order } = recordedBody('capturePayment') as { order: { id: string } }
const { user } = recordedBody('getSession') as Session
const recorded = recordedBody('createRefundRequest') as object
const request = { ...recorded, orderId: order.id, amount: 60, currency: 'NOK', reason: 'Two cups broken' }
const list = (...result: object[]) => server.answer('listRefundRequests', { status: 200, body: { result } })
const { ask } = refundRequestsEn
const banner = page.getByRole('region', { name: refundRequestsEn.banner })

t.test('given a refund that one person may not make, when it is refused, then approval is asked for once', async (t) => {
  const refusal = {
    ...{ message: 'Someone else must approve it.', error: 'RefundNeedsApproval', errors: null, traceId: '' },
    refund: { amount: 60, currency: 'NOK' },
  }
  server.answer('getOrder', { status: 200, body: order })
  server.answer('refundPayment', { status: 403, body: refusal })
  list()
  await goTo(shown, `/orders/${order.id}?action=refundAmount`)
  const dialog = page.getByRole('dialog', { name: orderEn.actions.refundAmount })
  await dialog.getByLabel(paymentsEn.refundAmount.amount).fill('60')
  const button = dialog.getByRole('button', { name: ask.submit })
  await button.waitFor()
  await dialog.getByRole('combobox', { name: paymentsEn.refundAmount.reason }).selectOption('Late')
  await dialog.getByRole('button', { name: /^Refund/ }).click()
  t.equal(await button.count(), 1, 'the dry run and the refund are refused together')
  await checkLooks(t, page, dialog)
  await dialog.getByLabel(ask.reason).fill('Two cups broken')
  list({ ...request, requestedBy: user.userName })
  await button.press('Enter')
  await dialog.getByText(/^You have asked for approval of .*60/).waitFor()
  t.equal(await button.count(), 0)
  await page.getByRole('button', { name: orderEn.actions.close }).click()
  await banner.getByText(refundRequestsEn.line.waits).waitFor()
  t.equal(await banner.getByRole('button', { name: /^Approve/ }).count(), 0, 'who has asked does not approve it')
  t.equal(await banner.getByRole('button', { name: /^Take back/ }).count(), 1)
})

t.test('given the request of another, when it is looked at, then it is decided by keys', async (t) => {
  list({ ...request, requestedBy: 'ola' })
  await goTo(shown, '/')
  await page.getByRole('link', { name: homeEn.queues.toApprove }).press('Enter')
  const approve = page.getByRole('main').getByRole('button', { name: /^Approve .*60.* for ola$/ })
  await approve.waitFor()
  await checkLooks(t, page, page.getByRole('main'))
  await page.getByRole('main').getByRole('link', { name: order.id }).press('Enter')
  const decision = banner.getByRole('button', { name: /^Approve .*60.* for ola$/ })
  await decision.waitFor()
  await checkLooks(t, page, banner)
  list({ ...request, requestedBy: 'ola', state: 'Approved', decided: new Date().toISOString(), decidedBy: user.userName })
  await decision.press('Enter')
  await page.getByText(/^ola can now refund .*60/).waitFor()
  await banner.getByText(new RegExp(`^Approved by ${user.userName}, until `)).waitFor()
  t.equal(await decision.count(), 0)
})

t.test('given who may not refund, when they look, then nothing is theirs to decide', async (t) => {
  const session = recordedBody('getSession') as Session
  server.answer('getSession', { status: 200, body: { ...session, user: { ...user, permissions: [] } } })
  list({ ...request, requestedBy: 'ola' })
  await goTo(shown, `/orders/${order.id}`)
  await page.reload()
  await banner.getByText('Two cups broken').waitFor()
  t.equal(await banner.getByRole('button').count(), 0)
  await goTo(shown, '/refund-requests')
  await page.getByText(refundRequestsEn.forbidden.title).waitFor()
  await goTo(shown, '/orders')
  await page.getByRole('searchbox', { name: 'Order number' }).waitFor()
  t.equal(await page.getByRole('searchbox', { name: 'Search orders' }).count(), 0, 'a free text would find whose orders they are')
})

t.test('given all of these, then the page has thrown nothing', async (t) => {
  for (const operation of ['getSession', 'getOrder', 'refundPayment', 'listRefundRequests']) server.answer(operation, null)
  t.same(shown.complaints, [])
  t.same([...server.unanswered], [])
})
