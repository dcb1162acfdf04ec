// Shared process: the console's system.

import t from 'tap'
import { accessViolations, consoleBrowser, consoleWindow, people } from './console-window.ts'
import { paidOrder } from './paid-order.ts'
import { sharedSystem } from './shared-system.ts'

type Note = { detail: string; mentions?: string[]; isPinned?: boolean; edited?: string | null }

const browser = await consoleBrowser()
const { system, client } = await sharedSystem()
const url = system.gatewayUrl
const id = 'console-talk'
const notes = async () => (await client.call<{ orderNotes: Note[] }>('GET', `/api/Orders/${id}`)).body.orderNotes
await client.call('POST', '/api/Orders', { body: paidOrder(id, 'Authorization') })
const { page, complaints } = await consoleWindow(browser, `${url}/console/orders/${id}`, people.all)
const other = await consoleWindow(browser, `${url}/console/`, people.reader)

t.test('given a note, when @ is typed, then a colleague is chosen and named in it', async (t) => {
  const card = page.getByRole('region', { name: 'Notes' })
  const field = card.getByRole('textbox', { name: 'Internal note' })
  await field.pressSequentially('Please call @')
  await page.getByRole('option', { name: 'Ola Reader' }).click()
  await field.pressSequentially('today')
  t.equal(await field.inputValue(), 'Please call @Ola Reader today')
  await card.getByRole('button', { name: 'Add', exact: true }).click()
  await card.getByText('Notified: Ola Reader').waitFor()
  t.match(await notes(), [{ detail: 'Please call @Ola Reader today', mentions: ['reader@example.com'] }])
  t.same(await accessViolations(page), [], 'axe: notes')
})

t.test('given a mention, when the colleague looks, then the bell counts it and leads to the order', async (t) => {
  await other.page.getByRole('link', { name: 'Notifications, 1 unread' }).click()
  await other.page.getByRole('link', { name: `Kari Demo mentioned you in a note on ${id}` }).waitFor()
  t.same(await accessViolations(other.page), [], 'axe: notifications')
  await other.page.getByRole('link', { name: `Kari Demo mentioned you in a note on ${id}` }).click()
  await other.page.getByRole('heading', { name: id }).first().waitFor()
  await other.page.getByRole('link', { name: 'Notifications', exact: true }).waitFor()
})

t.test('given an own note, when it is edited and pinned, then it says so; a reader changes nothing', async (t) => {
  const card = page.getByRole('region', { name: 'Notes' })
  await card.getByRole('button', { name: /^Edit the note of/ }).click()
  await card.getByRole('textbox', { name: 'Text of the note' }).fill('Called.')
  await card.getByRole('button', { name: 'Save note' }).click()
  await card.getByText(/edited/).waitFor()
  await card.getByRole('button', { name: /^Pin the note of/ }).click()
  await card.getByText(/Pinned/).waitFor()
  t.match(await notes(), [{ detail: 'Called.', isPinned: true, edited: String }])
  const reading = other.page.getByRole('region', { name: 'Notes' })
  await reading.getByText('Called.').waitFor()
  t.equal(await reading.getByRole('button', { name: /the note of/ }).count(), 0)
})

t.test('given orders of the list, when they are assigned, then colleagues are chosen from a list', async (t) => {
  await page.goto(`${url}/console/orders?text=${id}`)
  await page
    .getByRole('checkbox', { name: new RegExp(id) })
    .first()
    .check()
  await page.getByRole('button', { name: /^(More actions|Actions for all \d+)$/ }).click()
  await page.getByRole('menuitem', { name: 'Assign' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Colleague' }).click()
  await page.getByRole('option', { name: 'Ola Reader' }).click()
  t.same(await accessViolations(page), [], 'axe: assign')
  await dialog.getByRole('button', { name: 'Assign' }).click()
  await other.page.goto(`${url}/console/notifications`)
  await other.page.getByRole('link', { name: `Kari Demo assigned ${id} to you` }).waitFor()
  await other.page.getByRole('button', { name: 'Mark all as read' }).click()
  await other.page.getByRole('link', { name: 'Notifications', exact: true }).waitFor()
})

t.test('given an order, when its invoice is sent again, then it is seen before and sent once', async (t) => {
  await page.goto(`${url}/console/orders/${id}`)
  await page.getByRole('heading', { name: id }).first().waitFor()
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Send invoice' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send invoice' })
  await dialog.getByTitle('The invoice').waitFor()
  t.match(await dialog.getByTitle('The invoice').getAttribute('src'), /^blob:/)
  t.same(await accessViolations(page), [], 'axe: send invoice')
  await dialog.getByLabel('E-mail address').fill('kari@example.com')
  await dialog.getByRole('button', { name: 'Send invoice to kari@example.com' }).dblclick()
  await page.getByText('Invoice on its way to kari@example.com').waitFor()
  const { body } = await client.call<{ result: { template: string | null }[] }>('GET', `/api/Orders/${id}/Messages`)
  t.equal(body.result.filter(({ template }) => template === 'invoice').length, 1)
})

t.test('when the stories are over, then the console has not complained', async (t) => {
  t.same([...complaints, ...other.complaints], [])
})
