// Shared process: the console's system.

import t from 'tap'
import { accessViolations, consoleBrowser, consoleWindow } from './console-window.ts'
import { paidOrder } from './paid-order.ts'
import { sharedSystem } from './shared-system.ts'

type Properties = { properties: { key: string; value: string }[] }
type OrderBody = Properties & { orderForm: { lineItems: Properties[] } }

const browser = await consoleBrowser()
const { system, client } = await sharedSystem()
const { page, complaints } = await consoleWindow(browser, `${system.gatewayUrl}/console/orders`)
const read = async (id: string) => (await client.call<OrderBody>('GET', `/api/Orders/${id}`)).body
const valueIn = ({ properties }: Properties, key: string) => properties.find((property) => property.key === key)?.value

async function newOrder(id: string, values: Record<string, string>): Promise<void> {
  const properties = Object.entries(values).map(([key, value]) => ({ key, value }))
  await client.call('POST', '/api/Orders', { body: { ...paidOrder(id), properties, tags: ['fields'] } })
}

await newOrder('fields-1', { erpRef: 'E-1', deliveryDay: '2026-12-24', deliveryWindow: 'evening' })
await newOrder('fields-2', { erpRef: 'E-2', deliveryDay: '2026-12-20', purchaseOrderNumber: 'PO-2' })

t.test('given declared fields, when an order is opened, then they are shown by name and their writers change them', async (t) => {
  await page.goto(`${system.gatewayUrl}/console/orders/fields-1`)
  const details = page.getByRole('region', { name: 'Details', exact: true })
  await details.getByText('Promised delivery day').waitFor()
  for (const shown of ['24 Dec 2026', 'Evening', 'erpRef', 'E-1']) await details.getByText(shown).waitFor()
  await details.getByRole('button', { name: 'Edit details', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Details' })
  await dialog.getByLabel('Gift message').fill('Merry Christmas')
  await dialog.getByLabel('Delivery window').selectOption('Morning')
  t.same(await accessViolations(page), [], 'the dialog')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await details.getByText('Merry Christmas').waitFor()
  const order = await read('fields-1')
  t.equal(valueIn(order, 'giftMessage'), 'Merry Christmas')
  t.equal(valueIn(order, 'deliveryWindow'), 'morning')
  t.equal(valueIn(order, 'erpRef'), 'E-1', 'what nobody declares stays')
})

t.test('given a field of lines, when it is entered, then the line has it', async (t) => {
  await page.getByText('Items without details').click()
  await page.getByRole('button', { name: 'Edit details of Cup' }).click()
  const dialog = page.getByRole('dialog', { name: 'Details of Cup' })
  await dialog.getByLabel('Engraving').fill('K & O')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('region', { name: 'Details', exact: true }).getByText('K & O').waitFor()
  const { orderForm } = await read('fields-1')
  t.equal(orderForm.lineItems.map((line) => valueIn(line, 'engraving')).join(), 'K & O')
})

t.test('given searchable fields, when the list is sorted and filtered by them, then it shows their columns', async (t) => {
  await page.goto(`${system.gatewayUrl}/console/orders?tag=fields`)
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByLabel('Promised delivery day').check()
  await page.keyboard.press('Escape')
  const table = page.getByRole('table', { name: 'Orders' })
  await table.getByText('20 Dec 2026').waitFor()
  const numbers = () => table.getByRole('link').allTextContents()
  await table.getByRole('button', { name: 'Promised delivery day' }).click()
  await page.waitForURL(/sort=field\.deliveryDay/)
  await table.locator('[aria-sort=ascending]').waitFor()
  await page.waitForFunction(() => document.querySelector('.order-link')?.textContent === 'fields-2')
  t.same(await numbers(), ['fields-2', 'fields-1'])
  await page.getByRole('button', { name: /More filters/ }).click()
  await page.getByLabel('Promised delivery day from').fill('2026-12-21')
  await page.getByRole('button', { name: 'Show orders' }).click()
  await page.getByText('Promised delivery day: ≥ 2026-12-21').waitFor()
  await page.waitForFunction(() => document.querySelectorAll('.order-link').length === 1)
  t.same(await numbers(), ['fields-1'])
  t.same(await accessViolations(page), [], 'the list')
})

t.test('given a product, when its declared field is entered, then it has it beside what is undeclared', async (t) => {
  await client.call('POST', '/api/products', { body: { productId: 'fields-cup', name: 'Fields cup', segment: 'home' } })
  await page.goto(`${system.gatewayUrl}/console/catalogue/products/fields-cup`)
  const details = page.getByRole('region', { name: 'Details', exact: true })
  await details.getByText('segment').waitFor()
  await details.getByRole('button', { name: 'Edit details' }).click()
  const dialog = page.getByRole('dialog', { name: 'Details' })
  await dialog.getByLabel('Country of origin').fill('Portugal')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await details.getByText('Portugal').waitFor()
  const { body } = await client.call<Properties>('GET', '/api/products/fields-cup')
  t.same([valueIn(body, 'countryOfOrigin'), valueIn(body, 'segment')], ['Portugal', 'home'])
})

t.test('given all that, when it is over, then the console had nothing to complain of', async (t) => {
  t.same(complaints, [])
})
