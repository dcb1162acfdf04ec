// Shared process: the console's system.
import { isLongRun } from '@open-oms/service-kit/testing/property-runs'
import { takeLayoutShift, watchLayoutShifts } from '@open-oms/system/browser/layout-shifts'
import { type PageMemory, pageMemory } from '@open-oms/system/browser/page-memory'
import { consolePages, goInside, type Subjects } from '@open-oms/system/browser/pages'
import { settled } from '@open-oms/system/browser/settled-page'
import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { consoleBrowser, consoleWindow } from './console-window.ts'
import { paidOrder } from './paid-order.ts'
import { sharedSystem } from './shared-system.ts'
import { eventually } from './system-under-test.ts'

/** A fifth of what the Web Vital calls good. */
const SHIFT_MAX = 0.02
/** Long enough for what a page asks for after a first response. */
const QUIET_MS = 150
/**
 * React keeps the page whose field had the focus last, and the one of its last ref: how many nodes
 * these have is settled after the first round. The third shows what the second left behind; the
 * fourth, at night, whether that continues.
 */
const ROUNDS = isLongRun ? 4 : 3

const browser = await consoleBrowser()
const { system, client } = await sharedSystem()
const url = `${system.gatewayUrl}/console`
const pages = consolePages(await subjects())

/** Something for each page to show. */
async function subjects(): Promise<Required<Subjects>> {
  const [orderId, productId, customerId] = ['console-budgets-1', 'CONSOLE-BUDGETS', 'console-budgets']
  await client.call('POST', '/api/Orders', { body: { ...paidOrder(orderId, 'Authorization'), customerId } })
  await client.call('POST', `/api/Orders/${orderId}/UpdateStatus`, { body: { status: 'Completed' } })
  const part = { name: 'Part', price: 10, taxRate: 25 }
  await client.call('POST', '/api/products', { body: { ...part, productId: `${productId}-PART` } })
  const components = [{ productId: `${productId}-PART`, quantity: 2 }]
  const variants = [{ skuId: `${productId}-1`, name: 'Red', components }]
  await client.call('POST', '/api/products', { body: { ...part, productId, name: 'Kit', isPackage: true, components, variants } })
  await client.call('POST', '/api/BusinessCustomer', { body: { id: customerId, name: 'Budget AS' } })
  const close = {
    storeId: 'Oslo-01',
    registerIds: ['budgets'],
    cashManagement: { cashExpected: 9, cashCounted: 8, cashDiff: -1 },
  }
  const { zReportId } = (await client.call<{ zReportId: string }>('POST', '/api/ZReport/Close', { body: close })).body
  const posting = await eventually(
    () => client.call<{ id: string }>('GET', `/api/Accounting/Postings/ByZReport/${zReportId}`),
    ({ status }) => status === 200,
  )
  return { orderId, productId, customerId, customerKey: `id:${customerId}`, zReportId, postingId: posting.body.id }
}

async function staysInPlace(t: Test, page: Page, path: string): Promise<void> {
  const { score, moved } = await takeLayoutShift(page)
  t.ok(score <= SHIFT_MAX, `${path}: ${score.toFixed(4)}\n${moved.join('\n')}`)
}

t.test('given every page, when it is opened by its address, then nothing on it moves while it loads', async (t) => {
  const { page, context, complaints } = await consoleWindow(browser, url)
  await watchLayoutShifts(page)
  for (const path of pages) {
    await page.goto(`${url}${path}`)
    await settled(page, QUIET_MS)
    await staysInPlace(t, page, path)
  }
  t.same(complaints, [])
  await context.close()
})

t.test('given a phone, when all pages are opened again, then nothing moves and no more is kept than after once', async (t) => {
  const { page, context, complaints } = await consoleWindow(browser, url)
  await page.setViewportSize({ width: 360, height: 740 })
  await watchLayoutShifts(page)
  await page.reload()
  const kept: PageMemory[] = []
  for (let round = 0; round < ROUNDS; round++) {
    for (const path of [...pages.slice(1), '/']) {
      await goInside(page, path)
      await settled(page, QUIET_MS)
      await staysInPlace(t, page, path)
    }
    kept.push(await pageMemory(page))
  }
  // What each change of the page left behind would be there for each page and round.
  const [first, last] = [kept[1], kept.at(-1)] as [PageMemory, PageMemory]
  const growthMax = ((ROUNDS - 2) * pages.length) / 2
  for (const kind of ['nodes', 'listeners'] as const)
    t.ok(last[kind] < first[kind] + growthMax, `${kind}: ${first[kind]}, then ${last[kind]}`)
  t.same(complaints, [])
  await context.close()
})
