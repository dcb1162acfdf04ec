// Shared process: the console's system.
import t from 'tap'
import { accessViolations, consoleBrowser, consoleWindow } from './console-window.ts'
import { paidOrder } from './paid-order.ts'
import { sharedSystem } from './shared-system.ts'

const browser = await consoleBrowser()
const { system, client } = await sharedSystem()
await client.call('POST', '/api/Orders', { body: paidOrder('console-report', 'Authorization') })
const { page, complaints } = await consoleWindow(browser, `${system.gatewayUrl}/console/reports`)

t.test('given orders, when a report is chosen, then its rows are shown, and the file has them', async (t) => {
  await page.getByRole('heading', { name: 'Reports' }).waitFor()
  await page.getByLabel('Report', { exact: true }).selectOption('open-orders')
  await page.getByRole('region', { name: 'Reports' }).getByLabel('Store').selectOption('Oslo-01')
  await page.getByRole('table', { name: 'Open orders' }).getByText('console-report').waitFor()
  t.match(page.url(), /name=open-orders/)
  t.same(await accessViolations(page), [])
  const started = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const download = await started
  t.equal(download.suggestedFilename(), 'open-orders.csv')
  let text = ''
  for await (const chunk of await download.createReadStream()) text += String(chunk)
  t.match(text, /order_id.*\r\n/)
  t.match(text, /console-report,/)
})

t.test('given the report of the ledger, when it is chosen, then it comes from accounting', async (t) => {
  await page.getByLabel('Report', { exact: true }).selectOption('ledger-totals')
  await page.getByText('those of the trial balance').waitFor()
  t.same(complaints, [])
})

t.test('given a system without a bucket, when a folder is given, then the form says so, and a mail is listed', async (t) => {
  await page.getByRole('button', { name: 'Send a report' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send a report' })
  await dialog.getByLabel('Name').fill('Orders of the day')
  await dialog.getByLabel('Report', { exact: true }).selectOption('open-orders')
  await dialog.getByLabel('Folder').fill('orders/daily')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText(/REPORTS_S3_BUCKET/).waitFor()
  t.same(await accessViolations(page), [], 'axe: a refusal')
  await dialog.getByLabel('Folder').fill('')
  await dialog.getByLabel('Recipients').fill('desk@example.com')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  const row = page.getByRole('table', { name: 'Sent by a schedule' }).getByRole('row', { name: /Orders of the day/ })
  await row.getByText(/^Open orders · Yesterday/).waitFor()
  await row.getByText('desk@example.com').waitFor()
  t.same(
    complaints.filter((complaint) => !complaint.includes('400')),
    [],
  )
})
