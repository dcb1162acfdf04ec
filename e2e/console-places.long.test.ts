// Shared process: the console.

import t from 'tap'
import { accessViolations, consoleBrowser, consoleWindow, forgetSessions, people, timeToHappen } from './console-window.ts'
import { startExtension } from './extension-server.ts'
import { paidOrder } from './paid-order.ts'
import { sharedSystem } from './shared-system.ts'

const browser = await consoleBrowser()
const { extension, url: extensionUrl } = await startExtension()
const { extension: stranger, url: strangerUrl } = await startExtension()
const label = (en: string, nb = en) => ({ en, nb })
const { system, client } = await sharedSystem({
  'connectors.json': ({ connectors }) => {
    connectors.push({ id: 'own', name: 'own', kind: 'ask', type: 'http', url: `${extensionUrl}/ask` })
  },
  'console-places.json': (places) => {
    places.links = [
      { label: label('Find in CRM'), page: 'order', url: 'https://crm.example.com/find?order={orderId}&mail={email}' },
      { label: label('Product in PIM'), page: 'product', url: 'https://pim.example.com/{productId}' },
      { label: label('For nobody'), page: 'order', url: 'https://crm.example.com/{customerId}' },
    ]
    const panel = { id: 'loyalty', label: label('Loyalty'), page: 'order', height: 420 }
    places.panels = [{ ...panel, url: `${extensionUrl}/panel?order={orderId}`, reads: ['getOrder'] }]
    places.buttons = [
      {
        id: 'credit',
        label: label('Check credit'),
        confirmation: label('Asks the credit agency.'),
        connector: 'own',
        statuses: ['New'],
      },
      { id: 'late', label: label('Not now'), connector: 'own', statuses: ['Completed'] },
    ]
  },
})
const url = system.gatewayUrl
const id = 'console-places & co'
const readOrder = async (order = id) =>
  (await client.call<{ tags: string[]; status: string }>('GET', `/api/Orders/${encodeURIComponent(order)}`)).body
await client.call('POST', '/api/Orders', { body: { ...paidOrder(id), orderNumber: 'PL-1', customerEmail: 'kari+x@example.com' } })
const address = `${url}/console/orders/${encodeURIComponent(id)}`
const { page, complaints } = await consoleWindow(browser, address, people.all)
const frame = page.frameLocator('iframe[title="Loyalty"]')
/** What is complained of but for what the page of the panel tries. */
const ownComplaints = () =>
  complaints
    .splice(0)
    .filter((one) => !/Unsafe attempt to initiate navigation|from origin 'null' has been|net::ERR_FAILED/.test(one))
const shown = (name: string) => frame.locator(`#${name}`)

t.test(
  'given links of an order, when its page is opened, then their values are encoded and the page is told nothing',
  async (t) => {
    const link = page.getByRole('link', { name: /Find in CRM/ })
    await link.waitFor()
    t.equal(
      await link.getAttribute('href'),
      'https://crm.example.com/find?order=console-places%20%26%20co&mail=kari%2Bx%40example.com',
    )
    t.match(await link.getAttribute('rel'), /noopener noreferrer/)
    t.equal(await page.getByRole('link', { name: /For nobody|Product in PIM/ }).count(), 0, 'no value, or another page')
  },
)

t.test('given a panel, when it is shown, then it reads its order, and reaches nothing of the console', async (t) => {
  await frame.locator('#tokens', { hasText: '1' }).waitFor()
  t.equal(await shown('context').textContent(), `order ${id} en`)
  t.equal(await shown('order').textContent(), `PL-1 ${id}`)
  t.equal(await shown('email').textContent(), '***', 'personal data is for panels that may see it')
  for (const name of ['dom', 'cookie', 'storage', 'top']) t.equal(await shown(name).textContent(), 'SecurityError', name)
  for (const name of ['session', 'write', 'search']) t.equal(await shown(name).textContent(), 'TypeError', `${name}: no CORS`)
  const token = (await frame.locator('body').getAttribute('data-token')) as string
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const send = async (path: string, method = 'GET', body?: string) =>
    (await fetch(`${url}${path}`, { method, headers, ...(body === undefined ? {} : { body }) })).status
  const path = `/api/Orders/${encodeURIComponent(id)}`
  t.equal(await send(path), 200)
  t.equal(await send(`${path}/Timeline`), 403)
  t.equal(await send(`${path}/UpdateStatus`, 'POST', '{"status":"Cancelled"}'), 401)
  t.equal(await send('/api/Orders/search', 'POST', '{}'), 401)
  t.equal((await readOrder()).status, 'New')
  t.same(await accessViolations(page), [], 'axe')
})

t.test('given a page that is not configured, when it is framed, then the policy refuses it', async (t) => {
  t.same(ownComplaints(), [], 'nothing so far')
  await frame.locator('body').evaluate((_, other) => location.assign(`${other}/panel`), strangerUrl)
  await timeToHappen(page)
  await page.evaluate((other) => {
    const element = document.createElement('iframe')
    element.src = `${other}/panel`
    document.body.append(element)
  }, strangerUrl)
  await timeToHappen(page)
  t.same(stranger.paths, [], 'neither where the panel goes there, nor where a script of the console does')
  t.match(ownComplaints().join(), /frame-src/)
  await page.reload()
  await frame.locator('#tokens', { hasText: '1' }).waitFor()
})

t.test('given a button, when it is pressed, then it shows what would change before it is changed, and once', async (t) => {
  extension.asked.length = 0
  extension.answer = {
    result: 'done',
    message: 'Good for 10,000.',
    tags: ['credit-checked'],
    properties: [{ key: 'Limit', value: '10000' }],
  }
  t.equal(await page.getByRole('button', { name: 'Not now' }).count(), 0, 'its status is another one')
  await page.getByRole('button', { name: 'Check credit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Check credit' })
  await dialog.getByText('Tags: credit-checked').waitFor()
  await dialog.getByText('Limit: 10000').waitFor()
  await dialog.getByText('Asks the credit agency.').waitFor()
  t.same(await accessViolations(page), [], 'axe: dialog')
  t.ok(extension.asked.length > 0 && extension.asked.every(({ body }) => body.dryRun), 'so far it was only asked')
  t.same((await readOrder()).tags, [])
  await dialog.getByRole('button', { name: 'Check credit' }).dblclick()
  await page.getByText('Check credit: done. Good for 10,000.').waitFor()
  const real = extension.asked.filter(({ body }) => !body.dryRun)
  t.match(real, [{ body: { question: 'credit', order: { id } } }])
  t.equal(real.length, 1, 'a double click is one press')
  t.same((await readOrder()).tags, ['credit-checked'])
})

t.test('given a refusal, when a button is pressed, then its reason is shown', async (t) => {
  extension.answer = { result: 'refused', message: 'The agency knows nobody of that name.' }
  await page.getByRole('button', { name: 'Check credit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Check credit' })
  await dialog.getByText('The agency knows nobody of that name.').first().waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  t.same(ownComplaints(), [])
})

t.test('given a panel, when its token is about to end, then it has another; when the session ends, none', async (t) => {
  const other = await consoleWindow(browser, `${url}/console`, people.all)
  await other.page.clock.install()
  await other.page.goto(address)
  const inside = other.page.frameLocator('iframe[title="Loyalty"]')
  await inside.locator('#tokens', { hasText: '1' }).waitFor()
  const token = (await inside.locator('body').getAttribute('data-token')) as string
  const read = async () =>
    (await fetch(`${url}/api/Orders/${encodeURIComponent(id)}`, { headers: { authorization: `Bearer ${token}` } })).status
  t.equal(await read(), 200)
  await other.page.clock.fastForward('04:10')
  await inside.locator('#tokens', { hasText: '2' }).waitFor()
  t.not(await inside.locator('body').getAttribute('data-token'), token, 'another one')
  await other.page.evaluate(async () => {
    const { csrfToken } = await (await fetch('/session')).json()
    await fetch('/session', { method: 'DELETE', headers: { 'x-csrf-token': csrfToken } })
  })
  t.equal(await read(), 401)
  forgetSessions()
  await other.context.close()
})
