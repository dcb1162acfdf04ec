// Shared process: the console's system.

import { readFileSync } from 'node:fs'
import t from 'tap'
import { accessViolations, consoleBrowser, consoleWindow, openInside, openWindow, signIn } from './console-window.ts'
import { paidOrder } from './paid-order.ts'
import { sharedSystem } from './shared-system.ts'
import { eventually } from './system-under-test.ts'

const browser = await consoleBrowser()
const { system, client } = await sharedSystem()
const url = system.gatewayUrl

const orders = ['settings-1', 'settings-2']
for (const id of orders) await client.call('POST', '/api/Orders', { body: { ...paidOrder(id), tags: ['wholesale'] } })
const { page, complaints } = await consoleWindow(browser, `${url}/console/configuration?section=handling`)

const content = (name: string) => `/api/Configuration/Documents/Content?name=${encodeURIComponent(name)}`
type Document = { text: string; version: number; isStored: boolean }
const read = async (name: string) => (await client.call('GET', content(name))).body as Document
const restoreFile = async (name: string) =>
  client.call('POST', `/api/Configuration/Documents/Restore?name=${encodeURIComponent(name)}`, { body: { version: 0 } })

// Other stories find the sample tenant.
t.teardown(async () => {
  for (const name of ['users.json', 'roles.json', 'order-handling.json', 'templates/order-confirmation/nb.subject.liquid'])
    await restoreFile(name)
})

/** What the gateway works by, which learns of a change by NATS. */
const gatewayHash = async () => (await (await fetch(`${url}/health`)).json()).configuration.hash as string

const saved = () => page.getByText('Saved. In use within a few seconds.').first().waitFor()
/** Notices stay for a while, above the buttons at the end of a form. */
const noticesGone = async () => {
  const notices = page.locator('.mantine-Notification-root')
  // One may go by itself before it is clicked.
  const close = () => notices.first().getByRole('button').last().click({ timeout: 2_000 })
  while ((await notices.count()) > 0) await close().catch(() => undefined)
}
const save = async (name: string) => {
  await noticesGone()
  await page.getByRole('button', { name, exact: true }).click()
}
const saveHandling = () => save('Save holds, tags, late orders and refunds')

t.test('given the days until an order is late, when they are changed, then Home counts by them', async (t) => {
  await page.getByRole('heading', { name: 'Holds, tags, late orders and refunds' }).waitFor()
  t.same(await accessViolations(page), [], 'axe: the form')
  await page.getByLabel('An order is late after (days)').fill('6')
  await page.getByLabel('Why').fill('Slower before Christmas')
  await save('Check')
  await page.getByText('The check found no errors').waitFor()
  t.equal((await read('order-handling.json')).version, 0, 'a check stores nothing')
  await saveHandling()
  await saved()
  await page.getByText(/^Changed by demo@example\.com/).waitFor()
  await openInside(page, '/')
  await page.getByText('Late (> 6 days)').waitFor()
})

t.test(
  'given hold reasons, when one is added, then wrong ones are refused with their place and the new one is offered',
  async (t) => {
    await openInside(page, '/configuration?section=handling')
    await page.getByRole('button', { name: 'Add a reason' }).click()
    const row = page.getByRole('group', { name: 'Hold reasons, 5' })
    await row.getByLabel('Code').fill('FraudCheck')
    await row.getByLabel('English').fill('Ask the boss')
    await row.getByLabel('Norwegian').fill('Spør sjefen')
    await saveHandling()
    await page.getByText('Not saved. Correct this first').waitFor()
    await page.getByText('/holdReasons/4/code').waitFor()
    t.same(await accessViolations(page), [], 'axe: a refusal')
    await row.getByLabel('Code').fill('AskBoss')
    await saveHandling()
    await saved()
    await noticesGone()
    await openInside(page, '/orders/settings-1')
    await page.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: 'Hold', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Hold' })
    await dialog.getByLabel('Reason').selectOption({ label: 'Ask the boss' })
    await dialog.getByRole('button', { name: 'Hold the order' }).click()
    await page.getByText('The order is on hold: Ask the boss').waitFor()
    const { holds } = (await client.call('GET', '/api/Orders/settings-1')).body
    t.match(holds, [{ reasonCode: 'AskBoss' }])
  },
)

t.test('given no limit, when refunds above an amount are to be approved, then one person cannot pay back more', async (t) => {
  await openInside(page, '/configuration?section=handling')
  await page.getByRole('button', { name: 'Add a currency' }).click()
  const row = page.getByRole('group', { name: 'Refunds that a second person approves, 1' })
  await row.getByLabel('Currency').fill('NOK')
  await row.getByLabel('Amount above').fill('10.5')
  await saveHandling()
  await saved()
  await noticesGone()
  t.match(JSON.parse((await read('order-handling.json')).text), { refundApprovalAbove: [{ currency: 'NOK', amount: 10.5 }] })
  const body = { amount: 11, reason: 'Late' }
  const refund = () => client.call('POST', '/api/Orders/settings-2/Refund', { body }).catch(String)
  await eventually(refund, (refused) => /Someone else must approve/.test(String(refused)))
})

t.test('given tags, when one gets a colour, then orders and the list show it', async (t) => {
  await openInside(page, '/configuration?section=handling')
  await page.getByRole('button', { name: 'Add a tag' }).click()
  const row = page.getByRole('group', { name: 'Tags, 4' })
  await row.getByRole('textbox', { name: 'Tag', exact: true }).fill('wholesale')
  await row.getByLabel('Colour').selectOption('orange')
  await saveHandling()
  await saved()
  await openInside(page, '/orders/settings-2')
  const chip = page.locator('.tag-chip', { hasText: 'wholesale' })
  await chip.waitFor()
  t.match(await chip.getAttribute('style'), /orange/)
  t.same(await accessViolations(page), [], 'axe: an order with a tag')
  await openInside(page, '/orders?tags=wholesale&columns=number&columns=tags')
  const inList = page.getByRole('row').locator('.tag-chip', { hasText: 'wholesale' }).first()
  await inList.waitFor()
  t.match(await inList.getAttribute('style'), /orange/)
})

t.test(
  'given a form that is open, when another one changes the same, then the second writer is told and loses nothing stored',
  async (t) => {
    await openInside(page, '/configuration?section=handling')
    await page.getByLabel('An order is late after (days)').fill('9')
    const { text, version } = await read('order-handling.json')
    const others = JSON.stringify({ ...JSON.parse(text), lateAfterDays: 3 })
    await client.call('PUT', content('order-handling.json'), { body: { text: others, note: 'from elsewhere' } })
    await saveHandling()
    await page.getByText('Someone else has changed this in the meantime').waitFor()
    t.same(await accessViolations(page), [], 'axe: the conflict')
    await page.getByRole('button', { name: 'Reload' }).click()
    await eventually(
      () => page.getByLabel('An order is late after (days)').inputValue(),
      (value) => value === '3',
    )
    t.equal((await read('order-handling.json')).version, version + 1)
    await page.getByRole('button', { name: 'History' }).click()
    const history = page.getByRole('dialog', { name: 'History of order-handling.json' })
    await history.getByRole('cell', { name: 'Slower before Christmas' }).waitFor()
    t.same(await accessViolations(page), [], 'axe: the history')
    await history.getByRole('button', { name: 'Restore version 1' }).click()
    await page.getByText('Restored. In use within a few seconds.').waitFor()
    t.match(JSON.parse((await read('order-handling.json')).text), { lateAfterDays: 6 })
  },
)

t.test('when a user is added, then they sign in; disabled, they are signed out at once', async (t) => {
  await openInside(page, '/configuration?section=people')
  await page.getByRole('heading', { name: 'Users and roles' }).waitFor()
  t.same(await accessViolations(page), [], 'axe: users')
  const before = await gatewayHash()
  await page.getByRole('button', { name: 'Add a user' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a user' })
  await dialog.getByLabel('User name').fill('per@example.com')
  await dialog.getByLabel('Name', { exact: true }).fill('Per Helper')
  await dialog.getByLabel('See orders').check()
  await dialog.getByLabel('First password').first().fill('a first password')
  await dialog.getByLabel('Must choose a password of their own').uncheck()
  await dialog.getByLabel('Why').fill('Helps on Saturdays')
  t.same(await accessViolations(page), [], 'axe: the form of a user')
  await dialog.getByRole('button', { name: 'Add user' }).click()
  await dialog.waitFor({ state: 'detached' })
  const row = page.getByRole('row', { name: /Per Helper/ })
  await row.getByText('May sign in').waitFor()
  t.notMatch((await read('users.json')).text, /scrypt/)

  const other = await openWindow(browser)
  await other.page.goto(`${url}/console`)
  await eventually(gatewayHash, (hash) => hash !== before)
  await signIn(other.page, { userName: 'per@example.com', password: 'a first password' })
  await other.page.getByRole('heading', { name: 'Home' }).waitFor()
  await noticesGone()
  await row.getByRole('button', { name: 'Change per@example.com' }).click()
  const change = page.getByRole('dialog', { name: 'Change per@example.com' })
  await change.getByLabel('Work with orders and the configuration').check()
  await change.getByLabel('May not sign in (disabled)').check()
  await change.getByRole('button', { name: 'Save user' }).click()
  await change.waitFor({ state: 'detached' })
  await row.getByText('Disabled').waitFor()
  await eventually(
    async () => (await other.context.request.get(`${url}/session`)).status(),
    (status) => status === 401,
  )
  await other.page.goto(`${url}/console`)
  await other.page.getByRole('button', { name: 'Sign in' }).waitFor()
  await other.context.close()
})

t.test('when a role is made in the console, then it is checked, stored, and can be given', async (t) => {
  await openInside(page, '/configuration?section=people')
  await page.getByRole('button', { name: 'Add a role' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a role' })
  await dialog.getByLabel('Name of the role').fill('Returns')
  await dialog.getByLabel('Work with orders and the configuration').check()
  await dialog.getByLabel('Refund', { exact: true }).check()
  await dialog.getByRole('button', { name: 'Add a limit' }).click()
  const limit = dialog.getByRole('group', { name: 'Refund limits, 1' })
  await limit.getByLabel('Currency').fill('NOK')
  await limit.getByLabel('Per refund').fill('500')
  await limit.getByLabel('Per day').fill('2000')
  await dialog.getByRole('button', { name: 'Check' }).click()
  await dialog.getByText('The check found no errors').waitFor()
  await noticesGone()
  // What is scrolled below the head of the dialog is covered by it.
  await dialog.getByLabel('Name of the role').scrollIntoViewIfNeeded()
  t.same(await accessViolations(page), [], 'axe: the form of a role')
  await dialog.getByRole('button', { name: 'Add role', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('cell', { name: 'NOK: 500 per refund, 2,000 per day' }).waitFor()
  t.match(JSON.parse((await read('roles.json')).text).roles.at(-1), {
    name: 'Returns',
    permissions: ['Refund'],
    refundLimits: [{ currency: 'NOK', perDay: 2_000, alone: 500 }],
  })
  await page.getByRole('button', { name: 'Change demo@example.com' }).click()
  const person = page.getByRole('dialog', { name: 'Change demo@example.com' })
  await person.getByLabel('Returns', { exact: true }).waitFor()
  await person.getByRole('button', { name: 'Close' }).click()
  await person.waitFor({ state: 'detached' })
})

t.test('when the audit log is opened, then it tells of the role, and exports what is found', async (t) => {
  await openInside(page, '/audit?act=ConfigurationChange')
  const main = page.getByRole('main')
  await main.getByRole('cell', { name: 'roles.json', exact: true }).first().waitFor()
  t.same(await accessViolations(page), [], 'axe: the audit log')
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export' }).click()])
  t.match(download.suggestedFilename(), /^audit-.*\.jsonl$/)
  const lines = readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\n')
  t.ok(lines.map((line) => JSON.parse(line)).every(({ act }) => act === 'ConfigurationChange'))
})

t.test('given a person who would shut themselves out, when they save, then it is refused with the reason', async (t) => {
  await openInside(page, '/configuration?section=people')
  await page.getByRole('button', { name: 'Change demo@example.com' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change demo@example.com' })
  await dialog.getByLabel('May not sign in (disabled)').check()
  await dialog.getByRole('button', { name: 'Save user' }).click()
  await dialog.getByText('must leave you an administrator').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await dialog.waitFor({ state: 'detached' })
  t.equal((await page.getByRole('row', { name: /Kari Demo/ }).textContent())?.includes('May sign in'), true)
})

t.test('given a template, when it is changed, then it is previewed, refused when broken, in use and set back', async (t) => {
  await openInside(page, '/configuration?section=templates')
  await page.getByRole('combobox', { name: 'Template' }).fill('order-confirmation, subject, nb')
  await page.getByRole('option', { name: /^order-confirmation, subject, nb/ }).click()
  const text = page.getByLabel('Text', { exact: true })
  await text.fill('Takk for ordre {{ order.number }}, venn')
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByText(/^Subject: Takk for ordre .*, venn$/).waitFor()
  await page.frameLocator('iframe[sandbox=""]').getByRole('heading', { name: 'Takk for bestillingen' }).waitFor()
  t.same(await accessViolations(page), [], 'axe: a template')
  await text.fill('{% if %}')
  await save('Save template')
  await page.getByText('Not saved. Correct this first').waitFor()
  await text.fill('Takk for ordre {{ order.number }}, venn')
  await save('Save template')
  await saved()
  const { result } = (await client.call('GET', '/api/Templates')).body as { result: { text: string }[] }
  t.ok(
    result.some((template) => /venn$/.test(template.text)),
    'it counts',
  )
  await page.getByRole('button', { name: 'History' }).click()
  await page.getByRole('button', { name: 'Restore the file in the folder' }).click()
  await page.getByText('Restored. In use within a few seconds.').first().waitFor()
  t.equal((await read('templates/order-confirmation/nb.subject.liquid')).isStored, false)
})

t.test('given a narrow dark screen, when each form is opened, then it is readable and nothing is cut off', async (t) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  for (const section of ['people', 'handling', 'templates']) {
    await openInside(page, `/configuration?section=${section}`)
    t.same(await accessViolations(page), [], section)
    const overflow = await page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth')
    t.equal(overflow, false, section)
  }
  const unexpected = complaints.filter((text) => !/status of 400 /.test(text))
  t.same(unexpected, [], 'but for the changes that were refused')
})
