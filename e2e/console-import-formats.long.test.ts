// Shared process: the console of a system.
import { readFile } from 'node:fs/promises'
import { oddFiles } from '@open-oms/import/testing/corpus'
import type { Page } from 'playwright-core'
import t from 'tap'
import { consoleBrowser, consoleWindow } from './console-window.ts'
import { disturbedSystem } from './refusing-bank.ts'

const browser = await consoleBrowser()
const { system, client } = await disturbedSystem()
const { page } = await consoleWindow(browser, `${system.gatewayUrl}/console/work/imports`)
const region = (on: Page) => on.getByRole('region', { name: 'What is in the file' })

async function choose(name: string, content: string | Uint8Array): Promise<void> {
  const input = page.getByRole('group', { name: 'File to import' }).locator('input[type=file]')
  await input.setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content as string) })
}

async function chooseMapping(mapping: object): Promise<void> {
  const buffer = Buffer.from(JSON.stringify(mapping))
  await page.locator('input[type=file][accept=".json"]').setInputFiles({ name: 'map.json', mimeType: 'application/json', buffer })
  await page.getByRole('button', { name: 'Download the mapping' }).waitFor()
}

t.test('given the odd files of the reader, when they are chosen in a browser, then each is read as in Node', async (t) => {
  for (const { name, kind, mapping, content, items = [], refused = [], unreadable } of oddFiles) {
    await page.getByLabel('Import', { exact: true }).selectOption(kind)
    if (mapping !== undefined) await chooseMapping(mapping)
    await choose(name, content)
    await region(page).getByText(name).waitFor()
    const count = items.length + refused.length
    const rows = count === 1 ? '1 row' : `${count} rows`
    const reading = refused.length === 0 ? 'all can be read' : `${refused.length} cannot be read`
    const expected = unreadable === undefined ? `${rows}, ${reading}` : `From line ${unreadable[0]} on:`
    await region(page).getByText(expected).waitFor()
    t.pass(`${name}: ${expected}`)
    await page.getByRole('button', { name: 'Discard' }).click()
    if (mapping !== undefined) await page.getByRole('button', { name: 'Clear the mapping' }).click()
  }
})

t.test('given a file of other columns, when they are chosen on the page, then it is imported by them', async (t) => {
  await page.getByLabel('Import', { exact: true }).selectOption('stock')
  await page.getByLabel('Decimal mark').selectOption(',')
  await choose('lager.csv', 'Vare;Antall\nFORMAT-CUP;1.250,5\n')
  await page.getByRole('button', { name: 'Choose columns' }).click()
  for (const [column, path] of [
    ['Vare', 'skuId'],
    ['Antall', 'quantity'],
  ] as const) {
    await page.getByLabel(`Property of ${column}`).fill(path)
    await page.getByLabel(`Property of ${column}`).blur()
  }
  await page.getByLabel('Values for every item').fill('warehouseCode=Central')
  await page.getByLabel('Values for every item').blur()
  await page.getByRole('button', { name: 'Import 1 row' }).click()
  await page.getByText('1 of 1 row · Updated: 1').waitFor()
  t.match((await client.call('GET', '/api/Inventory?skuIds=FORMAT-CUP')).body, [{ quantity: 1250.5 }])
  await page.getByRole('button', { name: 'Clear the mapping' }).click()
})

t.test('given an export of Shopify, when its format, store and type are chosen, then its orders are imported', async (t) => {
  const row = {
    ...{ Name: '#F1', Id: '1', 'Financial Status': 'paid', Currency: 'NOK', Subtotal: '100.00', Total: '100.00', Taxes: '20.00' },
    ...{
      'Created at': '2026-03-02 10:15:00 +0100',
      'Lineitem quantity': '1',
      'Lineitem name': 'Cup',
      'Lineitem price': '100.00',
    },
    ...{ 'Tax 1 Name': 'MVA 25%', 'Tax 1 Value': '20.00', 'Fulfillment Status': 'fulfilled', 'Payment Method': 'Card' },
  }
  await page.getByLabel('Import', { exact: true }).selectOption('orders')
  await page.getByLabel('Format', { exact: true }).selectOption('shopify')
  await page.getByLabel('Store of all orders').selectOption('Bergen-01')
  await page.getByLabel('Type of all orders').selectOption('Online')
  await choose('shopify.csv', `${Object.keys(row).join()}\n${Object.values(row).join()}\n`)
  await page.getByRole('button', { name: 'Import 1 row' }).click()
  await page.getByText('1 of 1 row · Created: 1').waitFor()
  const { body } = await client.call('GET', `/api/Orders/${encodeURIComponent('#F1')}`)
  t.match(body, { storeId: 'Bergen-01', marketId: 'NOR', total: 100, orderForm: { lineItems: [{ taxRate: 25, taxTotal: 20 }] } })
})

t.test('given a kind, when its template is downloaded, then it can be read as it is', async (t) => {
  await page.getByLabel('Format', { exact: true }).selectOption('')
  await page.getByRole('button', { name: 'Clear the mapping' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download a template' }).click(),
  ])
  t.equal(download.suggestedFilename(), 'orders.csv')
  const content = await readFile(await download.path(), 'utf8')
  t.match(content, /^\ufeffid,orderNumber,/)
  await choose('orders.csv', content)
  await region(page).getByText('1 row, all can be read').waitFor()
})
