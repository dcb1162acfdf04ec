// Shared process: the console's system.

import type { RestClient } from '@open-oms/system/rest-client'
import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { accessViolations, consoleBrowser, consoleWindow, openInside, people } from './console-window.ts'
import { paidOrder } from './paid-order.ts'
import { sharedSystem } from './shared-system.ts'

const orderId = 'console-versions-1'
const path = `/orders/${orderId}`

type Story = { page: Page; client: RestClient }

const browser = await consoleBrowser()

t.test('given an order that was moved and edited, when its page is opened, then it shows what was done', async (t) => {
  const { system, client } = await sharedSystem()
  await client.call('POST', '/api/Orders', { body: paidOrder(orderId, 'Authorization') })
  await client.call('POST', `/api/Orders/${orderId}/UpdateStatus`, { body: { status: 'Completed' } })
  await client.call('PATCH', `/api/Orders/${orderId}/PatchOrder`, { body: { customerPhone: '+47 22 00 00 00' } })
  const url = `${system.gatewayUrl}/console${path}`
  const { page, complaints } = await consoleWindow(browser, url)
  const story = { page, client }
  await compareVersions(t, story)
  await showWorkflow(t, story)
  await t.test('given a phone, when the workflow is opened, then its lists say the same and fit', async (t) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await openInside(page, `${path}?workflow=open`)
    await page.getByRole('region', { name: 'Status Completed' }).waitFor()
    t.equal(await page.getByLabel(/^The way of the order/).count(), 0, 'the picture is not loaded')
    t.same(await accessViolations(page), [])
    await openInside(page, `${path}/versions`)
    await page.getByRole('region', { name: 'Order', exact: true }).waitFor()
    const width = await page.evaluate(() => (globalThis as never as { document: Document }).document.documentElement.scrollWidth)
    t.ok(width <= 360, `${width} pixels`)
  })
  await t.test('given a reader, when they choose a status that may follow, then it says who sees a preview', async (t) => {
    const { page: reading } = await consoleWindow(browser, `${url}?workflow=open&status=Cancelled`, people.reader)
    await reading.getByText('Only people who may change orders see what would happen.').waitFor()
    t.pass('it says so')
  })
  await t.test('given Norwegian, when the page is opened, then sentences of the API are Norwegian too', async (t) => {
    await page.evaluate(() => localStorage.setItem('oms-console-language', 'nb'))
    await page.goto(url)
    await page.getByText('Ferdig. Ingenting gjenstår.').waitFor()
    await page.getByText('Status endret fra Ny til Fullført').waitFor()
    await page.getByText('Redigering: Kundens telefon').waitFor()
    await page.getByRole('region', { name: 'Betalinger' }).getByRole('cell', { name: 'Reservasjon', exact: true }).waitFor()
    t.equal(await page.getByText('Status changed').count(), 0)
    await openInside(page, `${path}/versions`)
    await page.getByRole('row', { name: 'Kundens telefon – +47 22 00 00 00' }).waitFor()
  })
  t.same(complaints, [])
})

async function compareVersions(t: Test, { page, client }: Story): Promise<void> {
  await t.test('given versions, when two are compared, then changed fields have both values and lines their name', async (t) => {
    const { body } = await client.call<{ versionId: string; operation: string }[]>('GET', `/api/Orders/${orderId}/Versions`)
    const [edited, ...older] = body
    const created = older.at(-1)
    await page.getByRole('region', { name: 'Timeline' }).getByRole('link', { name: 'What changed' }).first().click()
    await page.waitForURL(`**/versions?to=${edited?.versionId}`)
    await page.getByRole('row', { name: 'Customer phone' }).getByRole('cell', { name: '+47 22 00 00 00' }).waitFor()
    await page.getByLabel('From version').selectOption(created?.versionId ?? '')
    await page.waitForURL(`**/versions?from=${created?.versionId}&to=${edited?.versionId}`)
    const line = page.getByRole('region', { name: 'Line Cup (1)', exact: true })
    await line.getByRole('row', { name: 'Quantity delivered 0 1' }).waitFor()
    const order = page.getByRole('region', { name: 'Order', exact: true })
    await order.getByRole('row', { name: 'Status New Completed' }).waitFor()
    const capture = page.getByRole('region', { name: /^Payment Capture/ })
    await capture.getByText('Added', { exact: true }).waitFor()
    await capture.getByRole('row', { name: /Amount .*125\.00/ }).waitFor()
    await page.getByRole('region', { name: 'What happened meanwhile' }).getByText('Capture payment: Succeeded').waitFor()
    t.equal(await page.getByText('Version id').count(), 0, 'bookkeeping is left out')
    t.same(await accessViolations(page), [])
    await page.reload()
    await line.waitFor()
    await openInside(page, `${path}/versions?to=${created?.versionId}`)
    await page.getByText('This is the first version').waitFor()
  })
}

async function showWorkflow(t: Test, { page, client }: Story): Promise<void> {
  await t.test(
    'given its workflow, when a status is chosen, then its steps or a preview are shown, and nothing moves',
    async (t) => {
      await openInside(page, path)
      await page.getByRole('button', { name: 'Show the workflow' }).click()
      await page.waitForURL('**?workflow=open')
      const steps = page.getByRole('region', { name: 'Status Completed' })
      await steps.getByText('Capture payment: Succeeded').waitFor()
      const way = page.getByRole('list').filter({ has: page.getByRole('button', { name: 'Completed', exact: true }) })
      t.same(await way.getByRole('button').allTextContents(), ['New', 'Completed'], 'the way so far')
      const picture = page.getByLabel(/^The way of the order/)
      await picture.getByText('Returned', { exact: true }).click()
      await page.waitForURL('**?workflow=open&status=Returned')
      await page.getByRole('region', { name: 'Status Returned' }).getByText('Preview').waitFor()
      t.same(await accessViolations(page), [])
      t.match((await client.call('GET', `/api/Orders/${orderId}`)).body, { status: 'Completed' })
      await page.getByRole('button', { name: 'Hide the workflow' }).click()
      await picture.waitFor({ state: 'detached' })
    },
  )
}
