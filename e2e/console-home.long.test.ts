// Shared process: the console's system.

import t from 'tap'
import { accessViolations, type ConsoleWindow, consoleBrowser, consoleWindow, openInside, people } from './console-window.ts'
import { paidOrder } from './paid-order.ts'
import { sharedSystem } from './shared-system.ts'

const browser = await consoleBrowser()
const { system, client } = await sharedSystem()
const url = system.gatewayUrl

for (const id of ['home-1', 'home-2']) await client.call('POST', '/api/Orders', { body: paidOrder(id) })
await client.call('POST', '/api/Orders/home-1/Holds', { body: { reasonCode: 'CustomerRequest', note: 'until Monday' } })
const { page, complaints } = await consoleWindow(browser, `${url}/console`)

/** The window of a person of one store, once they have one. */
let bergens: ConsoleWindow

const HOUR_MS = 3_600_000

async function countOrders(search: object): Promise<number> {
  const { body } = await client.call('POST', '/api/Orders/Search', { body: { ...search, take: 1 } })
  return Number(body.totalHits)
}

t.test('given orders and a hold, when the console is opened, then its first page has the figures of the API', async (t) => {
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  const held = await countOrders({ hasHolds: true })
  t.ok(held >= 1)
  await page.getByRole('listitem').filter({ hasText: 'Orders on hold' }).getByText(String(held), { exact: true }).waitFor()
  const open = await countOrders({ selectedStatuses: ['New'] })
  await page.getByRole('link', { name: new RegExp(`^${open} orders?: New, Total$`) }).waitFor()
  await page.getByText('Times are Europe/Oslo time.').waitFor()
  const sales = page.getByRole('region', { name: 'Sales today' })
  await sales.getByText(/^\d+ orders?, NOK/).waitFor()
  await sales.getByRole('table', { name: 'By payment method' }).getByText('Card').waitFor()
  const pickable = await countOrders({ isPickable: true })
  await page.getByRole('listitem').filter({ hasText: 'To pick' }).getByText(String(pickable), { exact: true }).waitFor()
  await page.getByRole('img', { name: /^Orders by hour/ }).waitFor()
  t.same(await accessViolations(page), [], 'axe: the first page')
})

t.test('given figures, when one is chosen, then the list has the orders that were counted', async (t) => {
  const today = page.getByRole('link', { name: /: New, Today$/ })
  const [count] = /\d+/.exec((await today.textContent()) ?? '') ?? []
  await today.click()
  await page.getByRole('heading', { name: 'Orders', exact: true }).waitFor()
  await page.getByText(new RegExp(`^${count} orders?$`)).waitFor()
  const view = new URL(page.url()).searchParams
  t.same([view.getAll('status'), view.get('zone')], [['New'], 'Europe/Oslo'])
  await page.goBack()
  await page.getByRole('link', { name: 'Orders on hold' }).click()
  await page.getByRole('link', { name: 'home-1' }).waitFor()
  t.equal(new URL(page.url()).searchParams.get('holds'), 'true')
})

t.test("given today's orders, when they are shown as a table, then its hours add up to what the API has", async (t) => {
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await page.getByText('Show as a table').click()
  const cells = page.getByRole('table', { name: "Today's orders" }).getByRole('cell')
  await cells.first().waitFor()
  await page.getByRole('link', { name: /orders today$/ }).waitFor()
  const hours = (await cells.allTextContents()).map(Number)
  const shown = hours.reduce((sum, count) => sum + count, 0)
  // The hours that have begun: the first of them began with the day.
  const day = (Math.floor(Date.now() / HOUR_MS) - hours.length + 1) * HOUR_MS
  t.equal(shown, await countOrders({ createdFrom: new Date(day).toISOString() }))
  t.ok(shown >= 2)
})

t.test('given a person of one store, when they open the first page, then it counts the orders of that store', async (t) => {
  bergens = await consoleWindow(browser, `${url}/console`, people.bergen)
  const other = bergens
  await other.page.getByRole('heading', { name: 'Home' }).waitFor()
  await other.page.getByRole('listitem').filter({ hasText: 'Orders on hold' }).getByText('0', { exact: true }).waitFor()
  t.same(other.complaints, [])
})

t.test('given an administrator, when a status is chosen in the picture, then its steps are explained', async (t) => {
  await page.getByRole('link', { name: 'Configuration' }).click()
  await page.getByText('The files on disk are in use.').waitFor()
  const graph = page.getByRole('application', { name: /^Statuses of order type Online/ })
  const node = graph.getByRole('button', { name: /^Shipped/ })
  await node.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Status Shipped' }).waitFor()
  await page.getByText('Books the shipments at the shipping connector').waitFor()
  t.equal(await node.getAttribute('aria-pressed'), 'true')
  t.equal(new URL(page.url()).searchParams.get('status'), 'Shipped')
  t.ok((await graph.getByRole('img', { name: 'New → Queued' }).count()) === 1, 'arrows are drawn')
  t.same(await accessViolations(page), [], 'axe: order types')
})

t.test('given the other sections, when they are opened, then they show what runs, and no secret', async (t) => {
  await page.getByRole('link', { name: 'Connectors' }).click()
  await page
    .getByRole('row', { name: /^email/ })
    .getByText('SMTP_URL is not set')
    .waitFor()
  t.same(await accessViolations(page), [], 'axe: connectors')
  await page.getByRole('link', { name: 'API clients' }).click()
  await page
    .getByRole('row', { name: /^demo-bergen/ })
    .getByText('Bergen-01')
    .waitFor()
  t.notMatch(await page.locator('main').textContent(), /sha256:|scrypt/)
  t.same(await accessViolations(page), [], 'axe: clients')
  await page.getByRole('link', { name: 'Settings and limits' }).click()
  await page.getByRole('row', { name: 'search.facetBudgetMs' }).waitFor()
  await page.getByRole('link', { name: 'Check', exact: true }).click()
  await page.getByText('Nothing would change.').waitFor()
  const { body } = await client.call('GET', '/api/Configuration/Check')
  const findings = body.findings as unknown[]
  t.equal(await page.getByRole('table', { name: 'Findings' }).getByRole('row').count(), findings.length + 1)
  t.same(await accessViolations(page), [], 'axe: the check')
})

t.test(
  'given people without the role or of one store, when they look for the configuration, then it is not for them',
  async (t) => {
    await openInside(bergens.page, '/configuration')
    for (const other of [bergens, await consoleWindow(browser, `${url}/console/configuration`, people.reader)]) {
      await other.page.getByText('You do not have access to the configuration').waitFor()
      t.equal(await other.page.getByRole('link', { name: 'Configuration' }).count(), 0)
      t.same(await accessViolations(other.page), [], 'axe: not for them')
      t.same(other.complaints, [])
      await other.context.close()
    }
  },
)

t.test('given all of it, when it has been shown, then nothing was refused by the policy of the page', async (t) => {
  t.same(complaints, [])
})
