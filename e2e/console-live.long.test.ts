// Shared process: the console of a system that is disturbed.

import type { Page } from 'playwright-core'
import t from 'tap'
import { accessViolations, consoleBrowser, consoleWindow, forgetSessions, openWindow, people, signIn } from './console-window.ts'
import { paidOrder } from './paid-order.ts'
import { disturbedSystem } from './refusing-bank.ts'

const browser = await consoleBrowser()
const { system, client } = await disturbedSystem()
const url = system.gatewayUrl

const createOrder = (id: string) => client.call('POST', '/api/Orders', { body: { ...paidOrder(id), customerName: 'Live Lien' } })
const change = (id: string, body: object) => client.call('PATCH', `/api/Orders/${id}/PatchOrder`, { body })
const firstRow = (page: Page) => page.getByRole('row').nth(1).textContent()

t.test('given a list, when an order comes in, then it says so, and shows it when it is asked to', async (t) => {
  await createOrder('live-1')
  const { page, context, complaints } = await consoleWindow(browser, `${url}/console/orders?text=live-`)
  await page.getByRole('link', { name: 'live-1' }).waitFor()
  const before = await firstRow(page)
  await createOrder('live-2')
  const button = page.getByRole('button', { name: '1 new – show' })
  await button.waitFor()
  t.equal(await firstRow(page), before, 'no row has moved')
  t.same(await accessViolations(page), [])
  await change('live-1', { customerReference: 'changed' })
  await page.getByRole('button', { name: '2 new or changed – show' }).click()
  await page.getByRole('link', { name: 'live-2' }).waitFor()
  t.match(await firstRow(page), /live-2/)
  await page.getByRole('button', { name: /– show$/ }).waitFor({ state: 'hidden' })
  // What the filter does not find is no news here.
  await client.call('POST', '/api/Orders', { body: paidOrder('other-1') })
  await createOrder('live-3')
  await page.getByRole('button', { name: '1 new – show' }).waitFor()
  t.same(complaints, [])
  await context.close()
})

t.test(
  'given a list that is left for an order, when another order comes in, then the list says so when it is back',
  async (t) => {
    const { page, context, complaints } = await consoleWindow(browser, `${url}/console/orders?text=live-`)
    await page.getByRole('link', { name: 'live-1' }).waitFor()
    // The list that was loaded before is shown for some seconds, however slow the machine is.
    await page.clock.setFixedTime(Date.now())
    await page.getByRole('link', { name: 'live-1' }).click()
    await page.getByRole('heading', { name: 'live-1' }).waitFor()
    await createOrder('live-5')
    await change('live-1', { customerReference: 'changed again' })
    // Changes come in their order: that of the other one has passed while nobody listened for the
    // list.
    await page.getByText('Updated: changed by demo').waitFor()
    await page.goBack()
    await page.getByRole('button', { name: '2 new or changed – show' }).click()
    await page.getByRole('link', { name: 'live-5' }).waitFor()
    t.same(complaints, [])
    await context.close()
  },
)

t.test('given the page of an order, when another changes it, then it shows it, or says so to who is in a dialog', async (t) => {
  const { page, context, complaints } = await consoleWindow(browser, `${url}/console/orders/live-1`)
  await page.getByRole('heading', { name: 'live-1' }).waitFor()
  await change('live-1', { customerName: 'Nora Nyland' })
  await page.getByText('Updated: changed by demo').waitFor()
  await page.getByText('Nora Nyland').first().waitFor()
  t.same(await accessViolations(page), [])
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Change status' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Status' }).selectOption('InProgress')
  await change('live-1', { customerName: 'Siri Sund' })
  await page.getByText('Changed by demo meanwhile').waitFor({ state: 'attached' })
  t.equal(await page.getByText('Siri Sund').count(), 0, 'nothing changes under the dialog')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await page.getByText('Siri Sund').first().waitFor()
  t.equal(await page.getByText('Changed by demo meanwhile').count(), 0)
  t.same(complaints, [])
  await context.close()
})

t.test('given a window that is hidden, when it is looked at again, then it catches up with what has happened', async (t) => {
  const { page, context } = await openWindow(browser)
  await page.clock.install()
  await page.goto(`${url}/console/orders?text=hidden-`)
  const isStream = (request: { url(): string }) => request.url().includes('/Changes/Stream')
  const opened = page.waitForResponse((response) => isStream(response.request()))
  await signIn(page, people.all)
  await opened
  const turn = (state: 'hidden' | 'visible') =>
    page.evaluate(`Object.defineProperty(document, 'visibilityState', { configurable: true, value: '${state}' })
      document.dispatchEvent(new Event('visibilitychange'))`)
  const closed = page.waitForEvent('requestfailed', isStream)
  await turn('hidden')
  await page.clock.fastForward(61_000)
  await closed
  await createOrder('hidden-1')
  const asked = page.waitForRequest(/Orders\/SearchSummaries$/)
  await turn('visible')
  const button = page.getByRole('button', { name: '1 new – show' })
  await button.waitFor()
  t.equal((await asked).headers()['x-unattended'], 'true', 'nobody has touched the page: this does not prolong the session')
  const shown = page.waitForRequest(/Orders\/SearchSummaries$/)
  await button.click()
  t.equal((await shown).headers()['x-unattended'], undefined)
  await page.getByRole('link', { name: 'hidden-1' }).waitFor()
  await context.close()
})

t.test(
  'given an open page, when the service is down for ten seconds, then it says so, and continues without a reload',
  async (t) => {
    const { page, context } = await consoleWindow(browser, `${url}/console/orders?text=live-`)
    await page.getByRole('link', { name: 'live-2' }).waitFor()
    await page.evaluate('globalThis.isSamePage = true')
    const orders = system.services['orders-workflow']
    const began = performance.now()
    await orders.stop()
    t.ok(performance.now() - began < 8_000, 'the stream does not hold up the stop')
    const banner = page.getByText('The connection is lost')
    await banner.waitFor({ timeout: 30_000 })
    await page.waitForTimeout(Math.max(0, 10_000 - (performance.now() - began)))
    await orders.start()
    await createOrder('live-4')
    await banner.waitFor({ state: 'hidden', timeout: 60_000 })
    await page.getByRole('button', { name: '1 new – show' }).click()
    await page.getByRole('link', { name: 'live-4' }).waitFor()
    t.equal(await page.evaluate('globalThis.isSamePage'), true)

    // The session ends elsewhere: the page learns of it when its stream is made again.
    const other = await consoleWindow(browser, `${url}/console/orders`, people.all)
    await other.page.getByRole('heading', { name: 'Orders' }).waitFor()
    const status = await other.page.evaluate(async () => {
      const { csrfToken } = await (await fetch('/session')).json()
      return (await fetch('/session?everywhere=true', { method: 'DELETE', headers: { 'x-csrf-token': csrfToken } })).status
    })
    t.equal(status, 204)
    forgetSessions()
    await orders.stop()
    await orders.start()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor({ timeout: 60_000 })
    await other.context.close()
    await context.close()
  },
)
