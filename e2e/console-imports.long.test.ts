// Shared process: the console of a system that is disturbed.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { goInside } from '@open-oms/system/browser/pages'
import type { Page, Route } from 'playwright-core'
import t from 'tap'
import { accessViolations, consoleBrowser, consoleWindow, people } from './console-window.ts'
import { disturbedSystem } from './refusing-bank.ts'
import { eventually } from './system-under-test.ts'

const browser = await consoleBrowser()
const { system, client } = await disturbedSystem()
const url = `${system.gatewayUrl}/console/work/imports`
const { page, complaints } = await consoleWindow(browser, `${system.gatewayUrl}/console/orders`)

/** An order as another system had it, which its customer's name finds. */
function oldOrder(id: string, changes: object = {}): object {
  const lineItems = [{ lineItemId: '1', code: 'CUP', quantity: 1, placedPrice: 125, taxRate: 25 }]
  const order = { id, storeId: 'Oslo-01', marketId: 'NOR', orderType: 'Online', status: 'Completed', orderForm: { lineItems } }
  return { ...order, created: '2021-03-01T10:00:00Z', customerName: 'Imported Kari', ...changes }
}

const toNdjson = (rows: readonly (object | string)[]) =>
  rows.map((row) => (typeof row === 'string' ? row : JSON.stringify(row))).join('\n')
const summary = (on = page) => on.getByRole('region', { name: /^Import of/ }).locator('p[role=status]')
const results = (on = page) => on.getByRole('table', { name: 'Results' })

/**
 * Chooses a file, begins its import when the page says what is in it, and waits until every row has
 * a result.
 */
async function importFile(on: Page, { kind = 'orders', name, content, says, begin }: Import): Promise<void> {
  await on.getByLabel('Import', { exact: true }).selectOption(kind)
  await choose(on, name, content)
  await on.getByText(says).waitFor()
  await on.getByRole('button', { name: begin }).click()
  await on.getByRole('region', { name: `Import of ${name}` }).waitFor()
  await on.getByRole('button', { name: 'Download the report' }).waitFor()
}

type Import = { kind?: string; name: string; content: string; says: string; begin: string | RegExp }

const fileInput = (on: Page) => on.getByRole('group', { name: 'File to import' }).locator('input[type=file]')

async function choose(on: Page, name: string, content: string): Promise<void> {
  await fileInput(on).setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) })
}

/** The file that a click downloads. */
async function downloaded(on: Page, button: string | RegExp): Promise<{ name: string; content: string }> {
  const [download] = await Promise.all([on.waitForEvent('download'), on.getByRole('button', { name: button }).click()])
  return { name: download.suggestedFilename(), content: await readFile(await download.path(), 'utf8') }
}

async function countCustomerOrders(customerName: string): Promise<number> {
  const body = { customerName, take: 1, disableFacets: true }
  return (await client.call<{ totalHits: number }>('POST', '/api/Orders/Search', { body })).body.totalHits
}

const good = [oldOrder('import-1'), oldOrder('import-2')]
const bad = [oldOrder('import-3', { storeId: 'Nowhere' }), oldOrder('import-4', { status: 'Lost' })]
const mixed = toNdjson([good[0]!, '{"id": "import-5",', bad[0]!, good[0]!, good[1]!, bad[1]!])

t.test('given a file with good and bad rows, when it is imported, then the report says what became of each', async (t) => {
  await page.getByRole('heading', { name: 'Orders' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Order number').fill('imports')
  await page.getByRole('button', { name: 'Go to imports' }).click()
  await page.getByText('No import yet.').waitFor()
  t.same(await accessViolations(page), [], 'axe: the empty page')
  await choose(page, 'orders.ndjson', mixed)
  await page.getByText('6 rows, 2 cannot be read').waitFor()
  const badRows = page.getByRole('table', { name: 'Rows that cannot be read' })
  await badRows.getByRole('row', { name: /^2 is not JSON/ }).waitFor()
  await badRows.getByRole('row', { name: /^4 import-1: is the same as on line 1/ }).waitFor()
  t.same(await accessViolations(page), [], 'axe: the check')
  t.equal(await countCustomerOrders('Imported Kari'), 0, 'nothing is sent before the person says so')

  await page.getByRole('button', { name: 'Import the other 4 rows' }).click()
  await page.getByText('6 of 6 rows · Refused: 2 · Cannot be read: 2 · Created: 2').waitFor()
  t.equal(await summary().evaluate((element) => element === document.activeElement), true, 'the focus is at what has come')
  const rows = results().getByRole('row')
  await rows.nth(1).getByText('Refused').waitFor()
  t.match(await rows.nth(1).textContent(), /^3import-3Refused.*store/i, 'what failed is first, with its reason')
  t.match(await rows.nth(2).textContent(), /^6import-4Refused.*status/i)
  t.match(await rows.nth(5).textContent(), /^1import-1Created/)
  await results().getByRole('link', { name: 'import-2' }).waitFor()
  t.same(await accessViolations(page), [], 'axe: the report')
  t.equal(await countCustomerOrders('Imported Kari'), 2)

  const report = await downloaded(page, 'Download the report')
  t.equal(report.name, 'orders-report.csv')
  t.match(report.content, /^\ufeffLine,Id,Result,Reason\r\n3,import-3,Refused,/)
  t.equal(report.content.trim().split('\r\n').length, 7)
})

t.test('given refused rows, when they are corrected and imported again, then they are there and the others once', async (t) => {
  const refused = await downloaded(page, 'Download 4 rows to correct')
  t.equal(refused.name, 'orders-refused.ndjson')
  const rows = refused.content.trimEnd().split('\n')
  t.same([rows.length, JSON.parse(rows[1]!).id, rows[0]], [4, 'import-3', '{"id": "import-5",'])
  const corrected = refused.content
    .replace(rows[0]!, JSON.stringify(oldOrder('import-5')))
    .replace('Nowhere', 'Oslo-01')
    .replace('Lost', 'Completed')
  await importFile(page, { name: refused.name, content: corrected, says: '4 rows, all can be read', begin: 'Import all 4 rows' })
  await page.getByText('4 of 4 rows · Created: 3 · Already there: 1').waitFor()
  t.equal(await countCustomerOrders('Imported Kari'), 5)

  await importFile(page, { name: 'orders.ndjson', content: mixed, says: '6 rows, 2 cannot be read', begin: /other 4 rows/ })
  await page.getByText('6 of 6 rows · Refused: 2 · Cannot be read: 2 · Already there: 2').waitFor()
  t.equal(await countCustomerOrders('Imported Kari'), 5, 'the same file makes nothing twice')
  for (const id of ['import-1', 'import-3', 'import-5']) {
    const { body } = await client.call<unknown[]>('GET', `/api/Orders/${id}/Versions`)
    t.equal(body.length, 1, `${id} was written once`)
  }
})

t.test('given a page that is loaded again in the middle, when the import goes on, then no order is there twice', async (t) => {
  const orders = Array.from({ length: 250 }, (_, index) => oldOrder(`cut-${index}`, { customerName: 'Interrupted Ola' }))
  const other = await consoleWindow(browser, url)
  const keys: string[] = []
  // The second and the third request come to the system, and their responses do not come back.
  const lost: Promise<unknown>[] = []
  await other.page.route('**/api/Orders/ImportMany', async (route: Route) => {
    keys.push((await route.request().allHeaders())['idempotency-key'] ?? '')
    if (/"cut-0"/.test(route.request().postData() ?? '')) return await route.continue()
    lost.push(route.fetch())
  })
  other.page.on('dialog', (dialog) => void dialog.accept())
  await choose(other.page, 'many.json', JSON.stringify(orders))
  await other.page.getByRole('button', { name: 'Import all 250 rows' }).click()
  await other.page.getByText('100 of 250 rows · Created: 100').waitFor()
  await eventually(
    async () => lost.length,
    (requests) => requests === 2,
  )
  await Promise.all(lost)
  t.equal(await countCustomerOrders('Interrupted Ola'), 250)

  await other.page.reload()
  await other.page.getByRole('alert').getByText('Not done: 150 rows are left').waitFor()
  await other.page.unroute('**/api/Orders/ImportMany')
  const again: string[] = []
  other.page.on('request', (request) => {
    if (request.url().includes('ImportMany')) again.push(request.headers()['idempotency-key'] ?? '')
  })
  await other.page.getByRole('button', { name: 'Continue' }).click()
  await other.page.getByText('250 of 250 rows · Created: 250').waitFor()
  // The report has the rows of both parts.
  await other.page.locator('[role=table][aria-rowcount="251"]').waitFor()
  t.same(again.toSorted(), keys.slice(1).toSorted(), 'the same requests are sent again')
  t.equal(await countCustomerOrders('Interrupted Ola'), 250)
  await other.page.getByRole('button', { name: 'Delete this report' }).click()
  await other.page.getByText('No import yet.').waitFor()
  t.same(other.complaints, [])
  await other.context.close()
})

t.test(
  'given a connection that breaks, when an import is under way, then the same request is sent until it comes back',
  async (t) => {
    const { page: other, context } = await consoleWindow(browser, url)
    const keys: string[] = []
    await other.route('**/api/Inventory', async (route) => {
      keys.push(route.request().headers()['idempotency-key'] ?? '')
      // The client tries twice, and the import again after a pause.
      await (keys.length > 2 ? route.continue() : route.abort('connectionreset'))
    })
    await other.getByLabel('Import', { exact: true }).selectOption('stock')
    await choose(other, 'levels.csv', 'skuId,warehouseCode,quantity\nimport-broken,Central,7\n')
    await other.getByRole('button', { name: 'Import 1 row' }).click()
    await other.getByText(/^The system does not respond. It is tried again until/).waitFor()
    await other.getByText('1 of 1 row · Updated: 1').waitFor()
    await other.getByRole('cell', { name: '1 row imported' }).waitFor()
    t.equal(keys.length, 3)
    t.equal(new Set(keys).size, 1, 'its effect is there once')

    await context.setOffline(true)
    await other.getByRole('button', { name: 'Close' }).click()
    await other.getByRole('button', { name: 'levels.csv' }).click()
    await results(other).getByText('import-broken').waitFor()
    await context.close()
  },
)

t.test('given an import under way, when a person stops it, then what is left waits until they go on', async (t) => {
  const levels = Array.from({ length: 2_300 }, (_, index) => ({
    skuId: `import-${index}`,
    warehouseCode: 'Central',
    quantity: 1,
  }))
  const held: Route[] = []
  await page.route('**/api/Inventory', (route) => void held.push(route))
  await page.getByLabel('Import', { exact: true }).selectOption('stock')
  await choose(page, 'levels.json', JSON.stringify(levels))
  await page.getByRole('button', { name: 'Import all 2,300 rows' }).click()
  await eventually(
    async () => held.length,
    (requests) => requests === 4,
  )
  await page.getByRole('button', { name: 'Stop' }).click()
  await Promise.all(held.map((route) => route.continue()))
  await page.getByRole('alert').getByText('Not done: 300 rows are left').waitFor()
  await page.unroute('**/api/Inventory')
  t.same(await accessViolations(page), [], 'axe: a stopped import')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('2,300 of 2,300 rows · Updated: 2,300').waitFor()
})

t.test('given an import under way, when another window is to delete it, then it stays and ends', async (t) => {
  const held: Route[] = []
  await page.route('**/api/Inventory', (route) => void held.push(route))
  await choose(page, 'held.csv', 'skuId,warehouseCode,quantity\nimport-held,Central,7\n')
  await page.getByRole('button', { name: 'Import 1 row' }).click()
  await eventually(
    async () => held.length,
    (requests) => requests === 1,
  )
  const second = await page.context().newPage()
  await second.goto(page.url())
  await second.getByRole('button', { name: 'Give up the rest' }).click()
  await second.getByRole('alert').getByText('The row that is left is not imported then').waitFor()
  await second.getByRole('button', { name: 'Delete it permanently' }).click()
  await second.getByText('This import is under way in another window.').waitFor()
  await held[0]!.continue()
  await page.unroute('**/api/Inventory')
  await page.getByText('1 of 1 row · Updated: 1').waitFor()
  t.match((await client.call('GET', '/api/Inventory?skuIds=import-held')).body, [{ quantity: 7 }])
  await second.close()
})

/** Keeps an import of the browser once more, as if rows of it were left. */
async function keepAs(on: Page, changes: object): Promise<void> {
  await on.evaluate(async (changed) => {
    const done = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const database = await done(indexedDB.open('oms-imports'))
    const [kept] = await done(database.transaction('imports').objectStore('imports').getAll())
    const rest = { ...kept, ended: null, file: new Blob(['{}']), ...changed }
    await done(database.transaction('imports', 'readwrite').objectStore('imports').add(rest))
    database.close()
  }, changes)
}

t.test(
  'given imports whose rest could have its effect twice, when a person opens them, then they do not go on, and can be given up',
  async (t) => {
    const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1_000).toISOString()
    await keepAs(page, { id: 'late', fileName: 'late.csv', begun: daysAgo(3) })
    await keepAs(page, { id: 'other', fileName: 'other.csv', begun: daysAgo(0), batches: 0 })
    await keepAs(page, { id: 'foreign', userName: 'someone', begun: daysAgo(31) })
    await page.reload()
    for (const [name, why] of [
      ['late.csv', 'It began too long ago to go on'],
      ['other.csv', 'This page reads files differently since the import began'],
    ] as const) {
      await page.getByRole('button', { name }).click()
      await page.getByRole('alert').getByText(why).waitFor()
      t.equal(await page.getByRole('button', { name: 'Continue' }).count(), 0)
      await page.getByRole('button', { name: 'Give up the rest' }).click()
      t.same(await accessViolations(page), [], 'axe: the question')
      await page.getByRole('button', { name: 'Delete it permanently' }).click()
      await page.getByRole('button', { name }).waitFor({ state: 'detached' })
    }
    const ids = await page.evaluate(
      () =>
        new Promise<unknown>((resolve) => {
          indexedDB.open('oms-imports').onsuccess = ({ target }) => {
            const database = (target as IDBOpenDBRequest).result
            database.transaction('imports').objectStore('imports').getAllKeys().onsuccess = (event) =>
              resolve((event.target as IDBRequest).result)
          }
        }),
    )
    t.notOk((ids as string[]).includes('foreign'), 'what is old of another person is deleted too')
  },
)

t.test(
  'given products as a list, when they are imported twice, then they stay as they are unless they are to be replaced',
  async (t) => {
    const list = (name: string) => JSON.stringify([{ productId: 'import-cup', name, price: 125 }, { name: 'No id' }], null, 2)
    const file = { kind: 'products', name: 'products.json', says: '2 rows, 1 cannot be read', begin: 'Import the other row' }
    const productName = async () => (await client.call<{ name: string }>('GET', '/api/products/import-cup')).body.name
    await importFile(page, { ...file, content: list('Cup') })
    await page.getByText('2 of 2 rows · Cannot be read: 1 · Created: 1').waitFor()
    await importFile(page, { ...file, content: list('Mug') })
    await page.getByText('2 of 2 rows · Cannot be read: 1 · Already there: 1').waitFor()
    t.equal(await productName(), 'Cup')
    await page.getByLabel('Replace products that are there already').check()
    await importFile(page, { ...file, content: list('Mug') })
    await page.getByText('2 of 2 rows · Cannot be read: 1 · Updated: 1').waitFor()
    t.equal(await productName(), 'Mug')
  },
)

t.test('given stock as CSV, when a person of one store imports it, then rows of other warehouses are refused', async (t) => {
  const { page: bergen, context } = await consoleWindow(browser, url, people.bergen)
  await bergen.getByText('No import yet.').waitFor()
  const content = 'skuId;warehouseCode;quantity\nimport-cup;Bergen-01;4\nimport-cup;Oslo-01;5\nimport-cup;Central;-1\n'
  const file = { kind: 'stock', name: 'stock.csv', says: '3 rows, all can be read', begin: 'Import all 3 rows' }
  await importFile(bergen, { ...file, content })
  await bergen.getByText('3 of 3 rows · Refused: 2 · Updated: 1').waitFor()
  await results(bergen).getByText('is of no store that your token covers').waitFor()
  const refused = await downloaded(bergen, /rows to correct/)
  t.equal(refused.content, '\ufeffskuId;warehouseCode;quantity\nimport-cup;Oslo-01;5\nimport-cup;Central;-1\n')
  const levels = await client.call<{ warehouseCode: string; quantity: number }[]>('GET', '/api/Inventory?skuIds=import-cup')
  t.match(levels.body, [{ warehouseCode: 'Bergen-01', quantity: 4 }])
  await context.close()
})

t.test('given a file that is none, when it is chosen, then the page says why and sends nothing', async (t) => {
  await choose(page, 'orders.json', '[{"id":"A"},\n{"id":"B}]')
  await page.getByRole('alert').getByText('From line 2 on: A text is not closed on this line.').waitFor()
  t.equal(await page.getByRole('button', { name: /^Import/ }).count(), 0)
  t.same(await accessViolations(page), [], 'axe: an unreadable file')
  await page.getByRole('button', { name: 'Discard' }).click()
})

t.test(
  'given a file that the browser cannot keep, when another is chosen, then nothing is said about the one before',
  async (t) => {
    const { page: other, context } = await consoleWindow(browser, url)
    await other.getByText('No import yet.').waitFor()
    const devtools = await context.newCDPSession(other)
    await devtools.send('Storage.overrideQuotaForOrigin', { origin: system.gatewayUrl, quotaSize: 1 })
    await choose(other, 'orders.ndjson', toNdjson(good))
    await other.getByRole('button', { name: 'Import all 2 rows' }).click()
    await other.getByRole('alert').getByText('This browser keeps nothing for this page').waitFor()
    await choose(other, 'one.ndjson', toNdjson(good.slice(1)))
    await other.getByRole('button', { name: 'Import 1 row' }).waitFor()
    t.equal(await other.getByRole('alert').count(), 0)
    await context.close()
  },
)

/** The tasks of a page that took more than 50 ms. */
type Watch = { tasks: PerformanceEntry[]; observer: PerformanceObserver }

t.test('given a file of 100,000 rows, when it is chosen, then the page responds while it reads', async (t) => {
  const rows = Array.from({ length: 100_000 }, (_, index) => ({ skuId: `S${index}`, warehouseCode: 'Central', quantity: index }))
  await page.evaluate(() => {
    const watch = globalThis as unknown as Watch
    watch.tasks = []
    watch.observer = new PerformanceObserver((list) => void watch.tasks.push(...list.getEntries()))
    watch.observer.observe({ entryTypes: ['longtask'] })
  })
  await page.getByLabel('Import', { exact: true }).selectOption('stock')
  // From the disk, as a person's: what the test sends to the page would occupy it too.
  const path = join(await mkdtemp(join(tmpdir(), 'oms-import-')), 'levels.ndjson')
  await writeFile(path, toNdjson(rows))
  const begun = performance.now()
  await fileInput(page).setInputFiles(path)
  await page.getByText('100,000 rows, all can be read').waitFor()
  const longest = await page.evaluate(() => {
    const watch = globalThis as unknown as Watch
    // The observer gets the last of them after this.
    const tasks = [...watch.tasks, ...watch.observer.takeRecords()]
    return Math.max(0, ...tasks.map(({ duration }) => duration))
  })
  const took = Math.round(performance.now() - begun)
  // A share, because other work on the machine lengthens both.
  t.ok(longest < took / 4, `the longest task took ${longest} of ${took} ms`)
  await page.getByRole('button', { name: 'Discard' }).click()
  await rm(dirname(path), { recursive: true })
})

t.test('given the page wide, narrow, dark and in Norwegian, when axe looks at it, then it finds nothing', async (t) => {
  await page.getByRole('button', { name: 'orders.ndjson' }).first().click()
  await results().waitFor()
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    t.same(await accessViolations(page), [], colorScheme)
  }
  await page.setViewportSize({ width: 360, height: 740 })
  t.same(await accessViolations(page), [], 'narrow')
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  t.ok(width <= 360, `${width} px: nothing to scroll sideways`)
  // The browser reports it too when a product is there already.
  const others = complaints.filter((complaint) => !complaint.includes('status of 409'))
  t.same(others, [], 'nothing was refused by the policy of the page')
})

t.test('given a reader, when they open the page, then there is none for them, and the gateway refuses', async (t) => {
  const { page: reading, context } = await consoleWindow(browser, url, people.reader)
  await reading.getByText('You may not import anything').waitFor()
  t.equal(await reading.locator('input[type=file]').count(), 0)
  await goInside(reading, '/work')
  await reading.getByRole('heading', { name: 'Issues' }).waitFor()
  t.equal(await reading.getByRole('link', { name: 'Imports' }).count(), 0)
  const statuses = await reading.evaluate(async (order) => {
    const { csrfToken } = await (await fetch('/session')).json()
    const send = async (address: string, method: string, body: unknown) => {
      const headers = { 'content-type': 'application/json', 'x-csrf-token': csrfToken }
      return (await fetch(address, { method, headers, body: JSON.stringify(body) })).status
    }
    return [
      await send('/api/Orders/ImportMany', 'POST', [order]),
      await send('/api/Inventory', 'PUT', [{ skuId: 'forged', warehouseCode: 'Central', quantity: 1 }]),
      await send('/api/products', 'POST', { productId: 'forged' }),
      await send('/api/BusinessCustomer', 'POST', { id: 'forged' }),
    ]
  }, oldOrder('forged'))
  t.same(statuses, [403, 403, 403, 403])
  await context.close()
})
