// Shared process: a started system.

import { settled } from '@open-oms/system/browser/settled-page'
import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import {
  accessViolations,
  type ConsoleWindow,
  consoleBrowser,
  consoleWindow,
  forgetSessions,
  openInside,
  openWindow,
  people,
  signIn,
} from './console-window.ts'
import { paidOrder } from './paid-order.ts'
import { sharedSystem } from './shared-system.ts'

const { all: demo, reader } = people

/** Everything of WCAG 2.2 A and AA that axe can see on the page as it is now. */
async function accessible(t: Test, page: Page, what: string): Promise<void> {
  t.same(await accessViolations(page), [], `axe: ${what}`)
}

/** Opens the dialog that moves the order to another status. */
async function openStatusChange(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Change status' }).click()
}

const browser = await consoleBrowser()
const { system, client } = await sharedSystem()
const url = system.gatewayUrl
const window = { ...(await openWindow(browser)), url, client }
const { page } = window
/** The window of a person who only reads, once they have one. */
let readers: ConsoleWindow

t.test('given nobody who is signed in, when a page is opened, then it asks for the password and goes on there', async (t) => {
  await page.goto(`${url}/console/orders?text=nobody-has-this`)
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await accessible(t, page, 'the sign-in page')
  await signIn(page, { ...demo, password: 'not the password' })
  await page.getByRole('alert').waitFor()
  t.equal(await page.getByRole('textbox', { name: 'Password' }).inputValue(), '', 'the wrong password is cleared')
  await signIn(page, demo)
  await page.getByRole('heading', { name: 'Orders' }).waitFor()
  await page.getByText('No orders match').waitFor()
  t.match(page.url(), /\/console\/orders\?text=nobody-has-this$/)
  await accessible(t, page, 'an empty list')
  const cookies = await page.evaluate(() => (globalThis as unknown as { document: { cookie: string } }).document.cookie)
  t.equal(cookies, '', 'no script can read the session')
})

t.test(
  'given orders, when one is found by the name of the customer and moved, then what would happen is shown before',
  async (t) => {
    await client.call('POST', '/api/Orders', {
      body: { ...paidOrder('console-1', 'Authorization'), customerName: 'Ingrid Fjellheim' },
    })
    await openInside(page, '/orders')
    await page.getByLabel('Search orders').fill('fjellheim')
    await page.getByText('1 order', { exact: true }).waitFor()
    await accessible(t, page, 'the list of orders')
    await page.getByRole('link', { name: 'console-1' }).click()
    await page.getByRole('heading', { name: 'console-1' }).waitFor()
    await page.getByRole('region', { name: 'Items' }).getByText('Cup').first().waitFor()
    await page.getByRole('region', { name: 'Timeline' }).getByText('Order placed').waitFor()
    await settled(page)
    await accessible(t, page, 'the page of an order')
    await openStatusChange(page)
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Status' }).selectOption('InProgress')
    await dialog.getByText('Preview').waitFor()
    await accessible(t, page, 'the dialog to move an order')
    await dialog.getByRole('button', { name: 'Change status' }).click()
    await page.getByText('The order is now In progress').waitFor()
    const { body } = await client.call('GET', '/api/Orders/console-1')
    t.match(body, { status: 'InProgress', modifiedBy: demo.userName }, 'the write has the name of the person')
  },
)

t.test(
  'given an order that another one changes meanwhile, when it is moved, then nothing is lost and it says who it was',
  async (t) => {
    await openInside(page, '/orders/console-1')
    await page.getByRole('heading', { name: 'console-1' }).waitFor()
    await openStatusChange(page)
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Status' }).selectOption('Completed')
    await client.call('PATCH', '/api/Orders/console-1/PatchOrder', { body: { customerReference: 'changed elsewhere' } })
    await dialog.getByRole('button', { name: 'Change status' }).click()
    await dialog.getByText(/^demo changed it at/).waitFor()
    t.match((await client.call('GET', '/api/Orders/console-1')).body, {
      status: 'InProgress',
      customerReference: 'changed elsewhere',
    })
    await dialog.getByRole('button', { name: 'Load the latest version' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await openStatusChange(page)
    await dialog.getByRole('combobox', { name: 'Status' }).selectOption('Completed')
    await dialog.getByRole('button', { name: 'Change status' }).click()
    await page.getByText('The order is now Completed').waitFor()
  },
)

t.test('given some orders, when they are selected by keys and moved together, then each has a result', async (t) => {
  for (const id of ['console-2', 'console-3'])
    await client.call('POST', '/api/Orders', { body: { ...paidOrder(id), customerName: 'Bulk Buyer' } })
  await openInside(page, '/orders?text=bulk+buyer')
  // The number of orders may be there before the rows, without which the keys do nothing.
  await page.getByRole('checkbox', { name: 'Select order' }).nth(1).waitFor()
  for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key)
  await page.getByText('2 selected').waitFor()
  await page.getByRole('button', { name: 'Change status' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Status' }).selectOption('InProgress')
  await dialog.getByRole('button', { name: 'Change status', exact: true }).click()
  await dialog.getByText('2 of 2: 2 done, 0 failed').waitFor()
  await accessible(t, page, 'the results')
  for (const id of ['console-2', 'console-3'])
    t.match((await client.call('GET', `/api/Orders/${id}`)).body, { status: 'InProgress' })
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  await page.getByRole('button', { name: 'Change status' }).click()
  await dialog
    .getByRole('combobox', { name: 'Status' })
    .getByRole('option', { name: /^Completed/ })
    .waitFor({ state: 'attached' })
  t.equal(await dialog.getByRole('option', { name: /^In progress/ }).count(), 0, 'no steps run again')
})

t.test(
  'given a person who only reads, when they look for pages, then navigation and palette lead to the same ones',
  async (t) => {
    readers = await consoleWindow(browser, `${url}/console/orders`, reader)
    const { page: other } = readers
    await other.getByRole('heading', { name: 'Orders' }).waitFor()
    const links = await other.getByRole('navigation', { name: 'Navigation' }).getByRole('link').allTextContents()
    const shownPages = ['Home', 'Orders', 'Returns', 'Customers', 'Issues', 'Stock', 'Catalogue', 'Accounting', 'Reports']
    t.same(links, shownPages, 'not the configuration, nor where goods are picked')
    await other.keyboard.press('Control+k')
    const actions = other.locator('.mantine-Spotlight-action')
    await actions.filter({ hasText: 'Go to orders' }).waitFor()
    const names = await actions.allTextContents()
    // The bell leads to the notifications, orders to drafts, and the catalogue to the others.
    const below = ['Go to notifications', 'Go to drafts of orders', 'Go to certifications', 'Go to business customers']
    t.same(
      names.filter((name) => name.startsWith('Go ') && !below.includes(name)),
      shownPages.map((name) => `Go to ${name === 'Catalogue' ? 'the catalogue' : name.toLowerCase()}`),
    )
    t.ok(below.every((name) => names.includes(name)))
    t.notOk(names.includes('Create a product'))
    await other.keyboard.press('Escape')
  },
)

t.test('given a person who only reads, when they forge a write, then it is refused, and there is no button for it', async (t) => {
  const other = readers
  await openInside(other.page, '/orders/console-3')
  await other.page.getByRole('heading', { name: 'console-3' }).waitFor()
  t.equal(await other.page.getByRole('button', { name: 'Actions' }).count(), 0)
  const status = await other.page.evaluate(async () => {
    const { csrfToken } = await (await fetch('/session')).json()
    const headers = { 'content-type': 'application/json', 'x-csrf-token': csrfToken }
    return (await fetch('/api/Orders/console-3/UpdateStatus', { method: 'POST', headers, body: '{"status":"Completed"}' })).status
  })
  t.equal(status, 403)
  t.same(other.complaints, [])
  await other.context.close()
})

t.test(
  'given a session that ends elsewhere, when the page goes on, then signing in leads back to the same address',
  async (t) => {
    await openInside(page, '/orders/console-3')
    await page.getByRole('heading', { name: 'console-3' }).waitFor()
    await page.evaluate(async () => {
      const { csrfToken } = await (await fetch('/session')).json()
      await fetch('/session', { method: 'DELETE', headers: { 'x-csrf-token': csrfToken } })
    })
    await page.getByRole('textbox', { name: 'Internal note' }).fill('Called the customer')
    await page.getByRole('button', { name: 'Add' }).click()
    await page.getByText('You are signed out').waitFor()
    t.equal(page.url(), `${url}/console/orders/console-3`)
    await signIn(page, demo)
    await page.getByRole('heading', { name: 'console-3' }).waitFor()
  },
)

t.test(
  'given all these pages, when a person has used them, then the browser complains of nothing and asked only the gateway',
  async (t) => {
    t.same(window.complaints, [], 'no violation of the policy and no error in the console')
    t.same(
      window.requests.filter((one) => new URL(one).origin !== url),
      [],
      'no request leaves the gateway',
    )
  },
)

t.test('given a note whose response is lost, when it is added again, then the order has it once', async (t) => {
  await openInside(page, '/orders/console-3')
  await page.getByRole('heading', { name: 'console-3' }).waitFor()
  let calls = 0
  await page.route('**/api/Orders/AddComment', async (route) => {
    calls++
    if (calls > 2) return await route.fallback()
    if (calls === 1) await route.fetch()
    await route.abort('connectionreset')
  })
  await page.getByLabel('Internal note').fill('Called the customer')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('No connection').waitFor()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('No connection').waitFor({ state: 'detached' })
  await page.unroute('**/api/Orders/AddComment')
  const { body } = await client.call<{ orderNotes: { detail: string }[] }>('GET', '/api/Orders/console-3')
  t.equal(body.orderNotes.filter(({ detail }) => detail === 'Called the customer').length, 1)
  window.complaints.length = 0
})

t.test('given a person with a password, when they sign out, then the sign-in page is there', async (t) => {
  await page.getByRole('button', { name: 'Kari Demo' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  t.same(window.complaints, [], 'no error in the console')
  forgetSessions()
})
