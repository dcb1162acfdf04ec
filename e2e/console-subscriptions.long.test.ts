// Shared process: the console's system.

import t from 'tap'
import { accessViolations, consoleBrowser, consoleWindow } from './console-window.ts'
import { sharedSystem } from './shared-system.ts'

const browser = await consoleBrowser()
const { system, client } = await sharedSystem()
const { page, complaints } = await consoleWindow(browser, `${system.gatewayUrl}/console/configuration?section=connectors`)

type Subscription = { id: string; name: string; url: string; eventTypes: string[]; active: boolean }
const stored = async (name: string) => {
  const { result } = (await client.call('GET', '/api/WebhookSubscriptions')).body as { result: Subscription[] }
  return result.find((one) => one.name === name)
}
const button = (name: string) => page.getByRole('button', { name, exact: true })

t.test('given an address, when a person subscribes it, then the secret is shown once, and it can be tested', async (t) => {
  await button('Subscribe').click()
  const dialog = page.getByRole('dialog', { name: 'Subscribe' })
  await dialog.getByLabel('Name').fill('Warehouse of data')
  await dialog.getByLabel('Address').fill('http://localhost:9/events')
  await dialog.getByLabel('Event types').fill('orders.craeted')
  await dialog.getByLabel('Event types').press('Enter')
  await dialog.getByLabel('Name').focus()
  t.same(await accessViolations(page), [], 'axe: the form')
  await dialog.getByRole('button', { name: 'Subscribe' }).click()
  await dialog.getByText('no event is of this type').first().waitFor()
  await dialog.getByLabel('Event types').press('Backspace')
  await dialog.getByLabel('Event types').fill('catalog.>')
  await dialog.getByLabel('Event types').press('Enter')
  await dialog.getByLabel('Name').focus()
  await dialog.getByRole('button', { name: 'Subscribe' }).click()
  const shown = page.getByRole('dialog', { name: 'Secret of Warehouse of data' })
  t.match(await shown.locator('pre').textContent(), /^whsec_/)
  t.same(await accessViolations(page), [], 'axe: the secret')
  await shown.getByRole('button', { name: 'Close' }).click()
  t.match(await stored('Warehouse of data'), { eventTypes: ['catalog.>'], active: true })
  t.notMatch(await page.content(), /whsec_/)
  await button('Test Warehouse of data').click()
  await page.getByText('Warehouse of data did not accept the test event').waitFor()
  await page.getByText(/not a global one/).waitFor()
})

t.test('given a subscription, when a person pauses, renews and deletes it, then each has its effect', async (t) => {
  await button('Pause: Warehouse of data').click()
  await page.getByText('Warehouse of data is paused').waitFor()
  t.match(await stored('Warehouse of data'), { active: false })
  await button('Resume: Warehouse of data').click()
  await page.getByText('Warehouse of data gets events again').waitFor()
  await button('New secret: Warehouse of data').click()
  const shown = page.getByRole('dialog', { name: 'Secret of Warehouse of data' })
  t.match(await shown.locator('pre').textContent(), /^whsec_/)
  await shown.getByRole('button', { name: 'Close' }).click()
  await button('Change Warehouse of data').click()
  const form = page.getByRole('dialog', { name: 'Change Warehouse of data' })
  await form.getByLabel('Name').fill('Lake of data')
  await form.getByRole('button', { name: 'Save' }).click()
  await button('Delete: Lake of data').click()
  const question = page.getByRole('dialog', { name: 'Delete Lake of data' })
  t.same(await accessViolations(page), [], 'axe: the question')
  await question.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Lake of data is deleted').waitFor()
  t.equal(await stored('Lake of data'), undefined)
  t.same(
    complaints.filter((text) => !/status of 400 /.test(text)),
    [],
  )
})
