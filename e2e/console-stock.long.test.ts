// Shared process: the console's system.

import type { RestClient } from '@oms/system/rest-client'
import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { accessViolations, consoleBrowser, consoleWindow, openWindow, people, signIn, timeToHappen } from './console-window.ts'
import { anySystem } from './shared-system.ts'

const skuId = 'CONSOLE-STOCK-1'
const warehouseCode = 'Central'

type Story = { page: Page; client: RestClient; gatewayUrl: string }

const browser = await consoleBrowser()

t.test('given a level of stock, when a person works on the page of the stock, then the system has what they did', async (t) => {
  const { system, client } = await anySystem()
  await client.call('PUT', '/api/Inventory', { body: [{ skuId, warehouseCode, quantity: 12 }] })
  const { page } = await openWindow(browser)
  const story = { page, client, gatewayUrl: system.gatewayUrl }
  await countOnPage(t, story)
  await countOverAnother(t, story)
  await adjustWithReason(t, story)
  await lookAccessible(t, story)
  await t.test('given a reader, when they open the page, then they see stock and no way to correct it', async (t) => {
    const { page: reading } = await consoleWindow(browser, `${system.gatewayUrl}/console/stock?text=${skuId}`, people.reader)
    await reading.getByRole('row', { name: skuId }).waitFor()
    t.equal(await reading.getByRole('button', { name: /^Correct|^Add a level/ }).count(), 0)
  })
})

async function countOnPage(t: Test, { page, client, gatewayUrl }: Story): Promise<void> {
  await t.test('given 12 units, when 9 are counted on the page, then the API says 9', async (t) => {
    await page.goto(`${gatewayUrl}/console/stock`)
    await signIn(page, people.all)
    await page.getByLabel('SKU, product or barcode').fill(skuId)
    await page.waitForURL(/text=CONSOLE-STOCK-1/)
    await correct(page)
    await page.getByLabel('Counted quantity').fill('9')
    await page.getByText('Quantity 12 → 9. Reserved 0, so 9 free.').waitFor()
    await page.keyboard.press('Enter')
    await page.getByText(`${skuId}: the quantity is now 9`).waitFor()
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
      await page.getByText('The quantity is now 20. Nothing was saved.').waitFor()
      t.equal(await readQuantity(client), 20)
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText(`${skuId}: the quantity is now 8`).waitFor()
      t.equal(await readQuantity(client), 8)
    },
  )
}

async function adjustWithReason(t: Test, { page, client }: Story): Promise<void> {
  await t.test('given 8 units, when 3 are removed with a reason, then the page lists the movement', async (t) => {
    await correct(page)
    await page.getByText('Adjust', { exact: true }).click()
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
    await page.getByText(`${skuId}: the quantity is now 5`).waitFor()
    await page.unroute('**/api/Inventory/Adjust')
    t.equal(await readQuantity(client), 5)
    await page.getByRole('button', { name: `Movements of ${skuId} in ${warehouseCode}` }).click()
    const row = page.getByRole('row', { name: 'broken in the shelf' })
    await row.waitFor()
    t.match((await row.textContent())?.replace('\u2212', '-'), /Adjusted.*-3/)
  })
}

async function lookAccessible(t: Test, { page }: Story): Promise<void> {
  await t.test('given the page wide, narrow and dark, when axe looks at it, then it finds nothing', async (t) => {
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
  })
}

/** Opens the form of the level's row. */
async function correct(page: Page): Promise<void> {
  await page
    .getByRole('row', { name: skuId })
    .getByRole('button', { name: /^Correct/ })
    .click()
  await page.getByRole('dialog').waitFor()
}

async function readQuantity(client: RestClient): Promise<number | undefined> {
  const levels = await client.call<{ quantity: number }[]>('GET', `/api/Inventory?skuIds=${skuId}&warehouseCode=${warehouseCode}`)
  return levels.body[0]?.quantity
}
