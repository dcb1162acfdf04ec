// Shared process: the console's system.

import type { RestClient } from '@open-oms/system/rest-client'
import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { accessViolations, consoleBrowser, consoleWindow, openWindow, people, signIn, timeToHappen } from './console-window.ts'
import { anySystem } from './shared-system.ts'

const skuId = 'CONSOLE-STOCK-1'
const productId = 'CONSOLE-STOCK'
const otherSku = 'CONSOLE-STOCK-2'
const warehouseCode = 'Central'

type Story = { page: Page; client: RestClient; gatewayUrl: string }

const browser = await consoleBrowser()

t.test('given a level of stock, when a person works on the page of the stock, then the system has what they did', async (t) => {
  const { system, client } = await anySystem()
  const variants = [skuId, otherSku].map((id) => ({ skuId: id, name: `Size ${id.at(-1)}` }))
  await client.call('POST', '/api/products', { body: { productId, name: 'Stocked jacket', variants } })
  const levels = [
    { skuId, warehouseCode, quantity: 12 },
    { skuId: otherSku, warehouseCode: 'Bergen-01', quantity: 30 },
  ]
  await client.call('PUT', '/api/Inventory', { body: levels })
  const { page } = await openWindow(browser)
  const story = { page, client, gatewayUrl: system.gatewayUrl }
  await countOnPage(t, story)
  await countOverAnother(t, story)
  await adjustWithReason(t, story)
  await receiveAndMove(t, story)
  await listLow(t, story)
  await lookAccessible(t, story)
  await t.test('given a reader, when they open the page, then they see stock and no way to correct it', async (t) => {
    const { page: reading } = await consoleWindow(browser, `${system.gatewayUrl}/console/stock?text=${skuId}`, people.reader)
    await levelRow(reading).waitFor()
    t.equal(await reading.getByRole('button', { name: /^Adjust|^Receive|^Move |^Add stock/ }).count(), 0)
  })
})

async function countOnPage(t: Test, { page, client, gatewayUrl }: Story): Promise<void> {
  await t.test('given 12 units, when 9 are counted on the page, then the API says 9', async (t) => {
    await page.goto(`${gatewayUrl}/console/stock`)
    await signIn(page, people.all)
    await page.getByLabel('SKU, product or barcode').fill('Stocked jacket')
    await page.waitForURL(/text=Stocked/)
    const product = page.getByRole('row', { name: /Stocked jacket/ })
    t.match(await product.textContent(), /Stocked jacket.*in 2 places.*42.*0.*42/, 'all sizes and warehouses together')
    const expand = product.getByRole('button', { name: /^Stocked jacket/ })
    t.equal(await expand.getAttribute('aria-expanded'), 'true', 'what was looked for is open')
    await expand.press('Enter')
    await levelRow(page).waitFor({ state: 'detached' })
    await expand.press('Enter')
    await correct(page)
    await page.getByLabel('Counted quantity').fill('9')
    await page.getByText('On hand 12 → 9. Reserved 0, so 9 available.').waitFor()
    await page.keyboard.press('Enter')
    await page.getByText(`${skuId}: 9 on hand now`).waitFor()
    t.equal(await readQuantity(client), 9)
  })
}

async function countOverAnother(t: Test, { page, client }: Story): Promise<void> {
  await t.test(
    'given an open count, when the stock changes meanwhile, then nothing is saved until the person says so',
    async (t) => {
      await correct(page)
      await page.getByLabel('Counted quantity').fill('8')
      await client.call('PUT', '/api/Inventory', { body: [{ skuId, warehouseCode, quantity: 20 }] })
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('20 are on hand now. Nothing was saved.').waitFor()
      t.equal(await readQuantity(client), 20)
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText(`${skuId}: 8 on hand now`).waitFor()
      t.equal(await readQuantity(client), 8)
    },
  )
}

async function adjustWithReason(t: Test, { page, client }: Story): Promise<void> {
  await t.test('given 8 units, when 3 are removed with a reason, then the page lists the movement', async (t) => {
    await correct(page)
    await page.getByText('Add or remove', { exact: true }).click()
    await page.getByLabel('Difference').fill('-3')
    await page.getByLabel('Reason').fill('broken in the shelf')
    const goOn = Promise.withResolvers<void>()
    await page.route('**/api/Inventory/Adjust', async (route) => {
      await goOn.promise
      await route.fallback()
    })
    await page.getByRole('button', { name: 'Save' }).click()
    await page
      .locator('[role=dialog] button:disabled')
      .and(page.getByRole('button', { name: 'Close' }))
      .waitFor()
    await page.keyboard.press('Escape')
    await timeToHappen(page)
    t.ok(await page.getByRole('dialog').isVisible(), 'until the outcome is known')
    goOn.resolve()
    await page.getByText(`${skuId}: 5 on hand now`).waitFor()
    await page.unroute('**/api/Inventory/Adjust')
    t.equal(await readQuantity(client), 5)
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: `Movements of ${skuId} in ${warehouseCode}` }).click()
    const row = page.getByRole('row', { name: 'broken in the shelf' })
    await row.waitFor()
    t.match((await row.textContent())?.replace('\u2212', '-'), /Adjusted.*-3/)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })
}

async function receiveAndMove(t: Test, { page, client }: Story): Promise<void> {
  await t.test(
    'given 5 units, when 20 come and 6 are moved to another warehouse, then both warehouses have theirs',
    async (t) => {
      await levelRow(page)
        .getByRole('button', { name: `Receive ${skuId} in ${warehouseCode}` })
        .click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Quantity received').fill('20')
      await dialog.getByText('On hand 5 → 25.').waitFor()
      await dialog.getByRole('button', { name: 'Receive 20' }).click()
      await page.getByText(`20 × ${skuId} received in ${warehouseCode}`).waitFor()
      await dialog.waitFor({ state: 'detached' })
      await levelRow(page)
        .getByRole('button', { name: `Move ${skuId} from ${warehouseCode}` })
        .click()
      await dialog.getByLabel('To warehouse').fill('Oslo-01')
      await dialog.getByLabel('Quantity to move').fill('26')
      await dialog.getByText('At most 25.').waitFor()
      t.ok(await dialog.getByRole('button', { name: 'Move', exact: true }).isDisabled())
      await dialog.getByLabel('Quantity to move').fill('6')
      await dialog.getByLabel('Reason').fill('for the weekend')
      await page.keyboard.press('Escape')
      await dialog.getByText('Keep writing').or(dialog.getByRole('alert')).first().waitFor()
      await dialog.getByRole('alert').getByRole('button').first().click()
      await dialog.getByRole('button', { name: 'Move 6 to Oslo-01' }).click()
      await page.getByText(`6 × ${skuId} moved to Oslo-01`).waitFor()
      t.equal(await readQuantity(client), 19)
      t.equal(await readQuantity(client, 'Oslo-01'), 6)
      await page.getByRole('button', { name: `Movements of ${skuId} in Oslo-01` }).click()
      await page.getByRole('row', { name: /Moved.*for the weekend/ }).waitFor()
      t.same(await accessViolations(page), [], 'movements')
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
    },
  )
}

async function listLow(t: Test, { page, client }: Story): Promise<void> {
  await t.test('given a level that is low, when low stock is asked for, then it is marked and the others are away', async (t) => {
    await client.call('PUT', '/api/Inventory', { body: [{ skuId, warehouseCode, quantity: 2 }] })
    await page.getByText('Low stock', { exact: true }).click()
    await page.waitForURL(/low=yes/)
    await levelRow(page).getByText('Low').waitFor()
    t.equal(await page.getByRole('row', { name: otherSku }).count(), 0)
    await page.getByText('All stock', { exact: true }).click()
    await page.getByRole('row', { name: otherSku }).waitFor()
    t.notMatch(page.url(), /low=/)
  })
}

async function lookAccessible(t: Test, { page }: Story): Promise<void> {
  await t.test('given the page wide, narrow and dark, when axe looks at it, then it finds nothing', async (t) => {
    await page.getByRole('button', { name: `Movements of ${skuId} in ${warehouseCode}` }).click()
    await page.getByRole('table', { name: 'Movements, oldest first' }).waitFor()
    t.same(await accessViolations(page), [], 'details')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    t.notMatch(page.url(), /at=/, 'the address has no open level')
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      t.same(await accessViolations(page), [], colorScheme)
    }
    await page.setViewportSize({ width: 360, height: 740 })
    t.same(await accessViolations(page), [], 'narrow')
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    t.ok(width <= 360, `${width} px: nothing to scroll sideways`)
    const adjust = page.getByRole('button', { name: `Adjust ${skuId} in ${warehouseCode}` })
    t.ok(await adjust.isVisible(), 'a phone has the actions too')
  })
}

/** Opens the form of the level's row. */
async function correct(page: Page): Promise<void> {
  await levelRow(page)
    .getByRole('button', { name: /^Adjust/ })
    .click()
  await page.getByRole('dialog').waitFor()
}

function levelRow(page: Page) {
  return page.getByRole('row', { name: new RegExp(`${warehouseCode} .*${skuId}`) })
}

async function readQuantity(client: RestClient, code = warehouseCode): Promise<number | undefined> {
  const levels = await client.call<{ quantity: number }[]>('GET', `/api/Inventory?skuIds=${skuId}&warehouseCode=${code}`)
  return levels.body[0]?.quantity
}
