// Shared process: the console's system.

import { randomUUID } from 'node:crypto'
import t from 'tap'
import { accessViolations, type ConsoleWindow, consoleBrowser, consoleWindow, openInside, people } from './console-window.ts'
import { paidOrder } from './paid-order.ts'
import { sharedSystem } from './shared-system.ts'
import { eventually, queryRows } from './system-under-test.ts'

const browser = await consoleBrowser()
const { system, client } = await sharedSystem()
const url = system.gatewayUrl

/** The window of a reader, once they have one. */
let readers: ConsoleWindow

type Letters = { result: { id: string; eventId: string; reason: string }[] }
const listDeadLetters = async () => (await client.call<Letters>('GET', '/api/DeadLetters/Orders')).body.result

/** An event of the catalogue that has no effect on orders, as its consumer gave it up. */
async function addLetter(subject: string, envelope: object | string): Promise<void> {
  const text = typeof envelope === 'string' ? envelope : JSON.stringify(envelope)
  await queryRows(
    system.databaseUrls['orders-workflow'],
    `insert into kit.dead_letter (consumer, event_id, type, source, subject, sequence, envelope, tries, reason)
      values ('orders-products', $1, 'catalog.asset.stored.v1', '/catalog/asset', $2, 1, $3, 8, 'Error: the disk is full')`,
    [randomUUID(), subject, text],
  )
}

const readable = (subject: string) => ({
  ...{ specversion: '1.0', id: randomUUID(), source: '/catalog/asset', type: 'catalog.asset.stored.v1', subject, sequence: 1 },
  ...{ time: '2026-03-01T12:00:00.000Z', datacontenttype: 'application/json', dataschema: 'urn:oms:event', data: {} },
})

await addLetter('letter-1', readable('letter-1'))
await addLetter('letter-2', 'no <b>json</b>')
const { page, complaints } = await consoleWindow(browser, `${url}/console`)

t.test('given dead letters, when a person replays and drops them, then the service handles what it can', async (t) => {
  await page.getByRole('link', { name: '2 events not handled' }).click()
  const table = page.getByRole('table', { name: 'Events not handled' })
  await table.getByText('Error: the disk is full').filter({ visible: true }).first().waitFor()
  t.same(await accessViolations(page), [], 'axe: the list')

  await table.getByRole('button', { name: 'Open catalog.asset.stored.v1 about letter-1' }).click()
  const dialog = page.getByRole('dialog', { name: 'Event not handled' })
  await dialog.getByText('"subject": "letter-1"').waitFor()
  t.match(page.url(), /letter=/, 'the address shows it to others')
  t.same(await accessViolations(page), [], 'axe: one of them')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Replay all 2 shown' }).dblclick()
  await page.getByText('2 of 2 handed to the service').waitFor()
  t.equal(await page.getByRole('table', { name: 'Results' }).getByText('Replayed').count(), 2)
  t.same(await accessViolations(page), [], 'axe: the results')
  const [again] = await eventually(
    listDeadLetters,
    (letters) => letters.length === 1 && /malformed/.test(letters[0]?.reason ?? ''),
  )
  await page.getByRole('button', { name: 'Close the results' }).click()

  await table
    .getByText(/malformed at not JSON/)
    .filter({ visible: true })
    .first()
    .waitFor()
  await table.getByRole('button', { name: /^Open/ }).click()
  await dialog.getByText('no <b>json</b>').waitFor()
  await dialog.getByRole('button', { name: 'Drop', exact: true }).click()
  await dialog.getByText('cannot be brought back').waitFor()
  t.equal((await listDeadLetters())[0]?.id, again?.id, 'the first press drops nothing')
  await dialog.getByRole('button', { name: 'Drop it permanently' }).click()
  await page.getByText('1 of 1 dropped').waitFor()
  await page.getByText('No unhandled events').waitFor()
  t.same(await listDeadLetters(), [])
})

t.test('given people who may not, when they open the dead letters, then they are refused', async (t) => {
  for (const person of [people.bergen, people.reader]) {
    const other = await consoleWindow(browser, `${url}/console/work/dead-letters`, person)
    await other.page.getByRole('alert').waitFor()
    t.equal(await other.page.getByRole('link', { name: 'Events not handled' }).count(), 0)
    t.equal(await other.page.getByRole('button', { name: /Replay/ }).count(), 0)
    if (person === people.reader) readers = other
    else await other.context.close()
  }
})

t.test("given a mail of an order, when a person sends it again, then it goes out once more, in the person's name", async (t) => {
  await client.call('POST', '/api/Orders', { body: paidOrder('letters-1') })
  const comment = { orderId: 'letters-1', commentText: 'Your cup <b>is late</b>.', sendEmail: true, emailTo: 'kari@example.com' }
  await client.call('POST', '/api/Orders/AddComment', { body: { ...comment, emailSubject: 'About your cup' } })
  await openInside(page, '/orders/letters-1')
  const card = page.getByRole('region', { name: 'Messages' })
  const mails = card.getByRole('button', { name: 'Open "About your cup" to kari@example.com' })
  await card.getByText('Sent', { exact: true }).first().waitFor()
  await mails.first().click()
  const dialog = page.getByRole('dialog', { name: 'E-mail' })
  await dialog.getByText('Your cup <b>is late</b>.').waitFor()
  t.same(await accessViolations(page), [], 'axe: the mail')
  await dialog.getByRole('button', { name: 'Send again' }).dblclick()
  await page.getByText('The message is being sent again').waitFor()
  await card.getByText('sent again').waitFor()
  t.same(await accessViolations(page), [], 'axe: the order')
  type Mails = { result: { subject: string; state: string; resentBy: string | null }[] }
  const read = async () =>
    (await client.call<Mails>('GET', '/api/Orders/letters-1/Messages')).body.result.filter(
      ({ subject }) => subject === 'About your cup',
    )
  const sent = await eventually(read, (all) => all.every(({ state }) => state === 'Sent'))
  t.same(
    sent.map(({ resentBy }) => resentBy),
    [people.all.userName, null],
  )
  await page.getByText(/^E-mail .* once more: /).waitFor()
  t.same(complaints, [], 'nothing was refused by the policy of the page')
})

t.test('given a reader, when they open the order, then they see no messages', async (t) => {
  const other = readers
  await openInside(other.page, '/orders/letters-1')
  await other.page.getByRole('region', { name: 'Notes' }).waitFor()
  t.equal(await other.page.getByRole('region', { name: 'Messages' }).count(), 0)
  t.same(other.complaints, [])
  await other.context.close()
})
