// Shared process: the console's system.

import t from 'tap'
import { accessViolations, consoleBrowser, consoleWindow, openInside } from './console-window.ts'
import { paidOrder } from './paid-order.ts'
import { sharedSystem } from './shared-system.ts'

const browser = await consoleBrowser()
const { system, client } = await sharedSystem()
const url = system.gatewayUrl
for (const id of ['list-1', 'list-2', 'list-3'])
  await client.call('POST', '/api/Orders', { body: { ...paidOrder(id), customerName: 'List Buyer' } })
for (const id of ['list-1', 'list-2'])
  await client.call('POST', `/api/Orders/${id}/UpdateStatus`, { body: { status: 'InProgress' } })
const { page, complaints } = await consoleWindow(browser, `${url}/console/orders`)

t.test('given a name of 5,000 characters, when its order is opened, then it is cut until all of it is asked for', async (t) => {
  const customerName = 'Ingrid '.repeat(714).trim()
  await client.call('POST', '/api/Orders', { body: { ...paidOrder('list-long'), customerName } })
  await openInside(page, '/orders/list-long')
  const customer = page.getByRole('region', { name: 'Customer' })
  await customer.getByRole('button', { name: 'Show all' }).click()
  await customer.getByText(customerName).waitFor()
  await customer.getByRole('button', { name: 'Show less' }).click()
  const { height = 0 } = (await customer.boundingBox()) ?? {}
  t.ok(height > 0 && height < 500, `${height} px`)
})

t.test(
  'given several statuses and none of others, when they are chosen, then the address says it and a reload keeps it',
  async (t) => {
    await page.goto(`${url}/console/orders?text=list+buyer`)
    await page.getByText('3 orders', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Status' }).first().click()
    await page.getByText('Is none of').click()
    await page.getByRole('checkbox', { name: 'In progress' }).check()
    await page.getByText('1 order', { exact: true }).waitFor()
    t.same(await accessViolations(page), [], 'axe: an open filter')
    await page.reload()
    await page.getByText('1 order', { exact: true }).waitFor()
    t.same(new URL(page.url()).searchParams.getAll('notStatus'), ['InProgress'])
    await page.getByRole('button', { name: 'Save as a view' }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Not in progress')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: 'Not in progress 1' }).waitFor()
  },
)

t.test('given a list, when headings are chosen, then it goes by them, and they say so', async (t) => {
  await page.goto(`${url}/console/orders?text=list+buyer`)
  await page.getByText('3 orders', { exact: true }).waitFor()
  const heading = (name: string) => page.getByRole('columnheader', { name })
  t.equal(await heading('Created').getAttribute('aria-sort'), 'descending')
  await heading('Total').getByRole('button').click()
  await page.waitForURL(/sort=TotalDescending/)
  t.equal(await heading('Total').getAttribute('aria-sort'), 'descending')
  await heading('Total').getByRole('button').click()
  await page.waitForURL(/sort=TotalAscending/)
  t.equal(await heading('Items').getByRole('button').count(), 0, 'the service does not sort by items')
})

t.test('given a row that was selected, when another is with Shift, then all between are, also after the way back', async (t) => {
  await page.goto(`${url}/console/orders?text=list+buyer`)
  const boxes = page.getByRole('checkbox', { name: 'Select order' })
  await boxes.nth(2).waitFor()
  await boxes.nth(0).click()
  await boxes.nth(2).click({ modifiers: ['Shift'] })
  await page.getByText('3 selected').waitFor()
  t.same(await accessViolations(page), [], 'axe: selected orders')
  await page.getByRole('link', { name: 'list-2' }).click()
  await page.getByRole('heading', { name: 'list-2' }).waitFor()
  await page.goBack()
  await page.getByText('3 selected').waitFor()
  await page.getByRole('button', { name: 'Clear selection' }).click()
  t.equal(await page.getByText('selected').count(), 0)
})

t.test('given the filters of the sheet, when they narrow the list, then they are beside it and can be removed', async (t) => {
  await page.goto(`${url}/console/orders?text=list+buyer`)
  await page.getByText('3 orders', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'More filters' }).click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.getByLabel('Total from').fill('200')
  await page.getByText('No orders match').waitFor()
  t.same(await accessViolations(page), [], 'axe: the sheet of filters')
  await sheet.getByLabel('Total from').fill('100')
  await sheet.getByLabel('Customer name').fill('buyer')
  await sheet.getByRole('button', { name: 'Show orders' }).click()
  await page.getByText('3 orders', { exact: true }).waitFor()
  t.match(new URL(page.url()).search, /totalFrom=100.*customer=buyer|customer=buyer.*totalFrom=100/)
  await page.getByRole('button', { name: 'Remove filter Total from: 100' }).click()
  await page.getByRole('button', { name: 'Clear all' }).click()
  t.equal(await page.getByRole('group', { name: 'Filters in use' }).count(), 0)
})

t.test('given a phone, when the list is filtered, then one sheet has all filters and the order of the rows', async (t) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${url}/console/orders?text=list+buyer`)
  await page.getByText('3 orders', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.getByLabel('Sort order').selectOption('Oldest first')
  await sheet.getByRole('button', { name: 'Status' }).waitFor()
  t.same(await accessViolations(page), [], 'axe: the sheet of filters on a phone')
  await sheet.getByRole('button', { name: 'Show orders' }).click()
  await page.waitForURL(/sort=CreatedAscending/)
  await page.setViewportSize({ width: 1280, height: 800 })
})

t.test('given the command palette, when a number is typed, then Enter opens the order', async (t) => {
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Order number, customer or action').fill('list-1')
  await page.locator('[role=dialog], .mantine-Spotlight-content').getByText('list-1').waitFor()
  t.same(await accessViolations(page), [], 'axe: the command palette')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${url}/console/orders/list-1`)
  await page.getByRole('heading', { name: 'list-1' }).waitFor()
})

t.test('given a note with markup, when it is shown, then it is text', async (t) => {
  await page.getByRole('textbox', { name: 'Internal note' }).fill('<img src=x onerror=alert(1)> fragile')
  await page.getByRole('button', { name: 'Add' }).click()
  const notes = page.getByRole('region', { name: 'Notes' })
  await notes.getByText('<img src=x onerror=alert(1)> fragile').waitFor()
  t.equal(await page.locator('main img').count(), 0)
})

t.test('given pages and orders that there are not, when they are opened, then they say so and lead back', async (t) => {
  await page.goto(`${url}/console/nothing/here`)
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  t.same(await accessViolations(page), [], 'axe: no page')
  await openInside(page, '/orders/no-such-order')
  await page.getByText('Order no-such-order not found').waitFor()
  t.same(await accessViolations(page), [], 'axe: no order')
  t.same(complaints, [], 'no violation of the policy and no error in the console')
})
