// Shared process: the console's system.
import t from 'tap'
import { accessViolations, consoleBrowser, consoleWindow, openInside, people } from './console-window.ts'
import { paidOrder } from './paid-order.ts'
import { runOms } from './run-tool.ts'
import { sharedSystem } from './shared-system.ts'
import { eventually } from './system-under-test.ts'

type Postings = { result: { id: string; lineCount: number; totalDebit: number }[] }

/** A day that no other test books on. */
const DAY = '2026-02-03'

const browser = await consoleBrowser()
const { system, client, dataDir } = await sharedSystem()
const url = `${system.gatewayUrl}/console`
const { page, complaints } = await consoleWindow(browser, `${url}/money?day=${DAY}&store=Oslo-01`)

/** An order that was authorised and captured on the day, as its provider reports it. */
async function captured(id: string, paymentMethodName: string): Promise<void> {
  const body = paidOrder(id, 'Authorization') as { orderForm: { payments: object[] } }
  const paid = { amount: 125, paymentMethodName, created: `${DAY}T10:00:00Z` }
  body.orderForm.payments = [
    { ...paid, transactionId: `auth-${id}`, transactionType: 'Authorization', status: 'Processed' },
    { ...paid, transactionId: `capture-${id}`, transactionType: 'Capture', status: 'Processed' },
  ]
  await client.call('POST', '/api/Orders', { body: { ...body, customerName: `Customer of ${id}` } })
}

t.test('given a day without payments, when it is opened, then the page says why nothing is posted', async (t) => {
  await page.getByRole('heading', { name: 'Accounting' }).waitFor()
  const { body } = await client.call<{ reasons: { sentence: string }[] }>(
    'GET',
    `/api/Accounting/Postings/Why?date=${DAY}&storeId=Oslo-01`,
  )
  const reasons = page.getByRole('region', { name: 'Why this day is posted, or not yet' })
  for (const { sentence } of body.reasons) await reasons.getByText(sentence).waitFor()
  t.ok(body.reasons.length > 0)
  await page.getByText('Nothing is posted for this day').waitFor()
  t.same(await accessViolations(page), [])
})

t.test('given captured payments, when their day is opened, then a ledger line leads to its order and back', async (t) => {
  await captured('money-card', 'Card')
  await captured('money-vipps', 'Vipps')
  const search = { storeId: 'Oslo-01', postingDateFrom: DAY, postingDateTo: DAY }
  const { result } = await eventually(
    async () => {
      await runOms(['accounting', 'build', '--date', DAY, '--store', 'Oslo-01'], dataDir)
      return (await client.call<Postings>('POST', '/api/Accounting/Postings/Search', { body: search })).body
    },
    ({ result }) => result[0]?.totalDebit === 250,
  )
  await page.reload()
  await page.getByRole('region', { name: 'Turnover, excl. VAT' }).getByText('NOK 200.00').waitFor()
  await page
    .getByRole('region', { name: 'By payment method' })
    .getByRole('row', { name: /Vipps.* NOK 125\.00/ })
    .waitFor()
  t.same(await accessViolations(page), [], 'axe: the figures of a day')
  await page.getByRole('region', { name: 'Postings' }).getByRole('link', { name: 'Oslo' }).click()
  await page.getByRole('heading', { name: 'Oslo, 3 Feb 2026' }).waitFor()
  t.match(page.url(), new RegExp(`/money/postings/${result[0]?.id}$`))
  const lines = page.getByRole('table', { name: 'Ledger lines' })
  await lines.getByRole('row', { name: /^Total 250\.00 250\.00/ }).waitFor()
  t.equal(await lines.getByRole('row').count(), (result[0]?.lineCount ?? 0) + 2, 'each line, the heads and the sums')
  t.same(await accessViolations(page), [])

  await lines
    .getByRole('row', { name: /, Vipps.* Payment / })
    .getByRole('link')
    .click()
  const orders = page.getByRole('region', { name: /^Orders of line/ })
  await orders.getByText('These are the orders that this line can be of').waitFor()
  t.equal(
    await orders
      .getByRole('link')
      .allTextContents()
      .then((names) => names.join()),
    'money-vipps',
  )
  t.same(await accessViolations(page), [])
  await orders.getByRole('link', { name: 'money-vipps' }).click()
  await page.getByRole('heading', { name: 'money-vipps' }).waitFor()
  await page.getByRole('link', { name: 'Postings of this order' }).click()
  await page.getByRole('region', { name: 'Postings of order money-vipps' }).getByRole('link', { name: 'Oslo' }).click()
  await page.getByRole('heading', { name: 'Oslo, 3 Feb 2026' }).waitFor()
})

t.test('given a posting, when its lines are exported, then the file has each of them', async (t) => {
  const started = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export lines' }).click()
  const download = await started
  t.equal(download.suggestedFilename(), `ledger-Oslo-01-${DAY}.csv`)
  let text = ''
  for await (const chunk of await download.createReadStream()) text += String(chunk)
  const rows = text.trim().split('\r\n')
  t.match(rows[0], /PostingDate;PostingId;LineSequence/)
  t.equal(rows.length - 1, await page.getByRole('table', { name: 'Ledger lines' }).locator('tbody tr').count())
  t.ok(text.includes('250.00') || text.includes('125.00'), 'with the decimals of the language')
})

t.test('given the ledger, when the trial balance is opened, then its sums are those of the API and balance', async (t) => {
  await openInside(page, `/money/trial-balance?store=Oslo-01&from=${DAY}&to=${DAY}`)
  const table = page.getByRole('table', { name: 'Trial balance in NOK' })
  await table.getByRole('row', { name: /^Total 250\.00 250\.00/ }).waitFor()
  t.same(await accessViolations(page), [])
  await page.getByLabel('Ledger as of').fill('2026-01-01')
  await page.getByText('Nothing is posted here').waitFor()
  t.match(page.url(), /known=2026-01-01/, 'the address says what is shown')
})

t.test('given a closed register, when its Z-report is opened, then its figures and its posting are shown', async (t) => {
  const body = {
    storeId: 'Bergen-01',
    registerIds: ['console'],
    cashManagement: { cashExpected: 100, cashCounted: 90, cashDiff: -10 },
  }
  const { body: report } = await client.call<{ zReportId: string; zReportNumber: number }>('POST', '/api/ZReport/Close', { body })
  await eventually(
    () => client.call('GET', `/api/Accounting/Postings/ByZReport/${report.zReportId}`),
    ({ status }) => status === 200,
  )
  await openInside(page, '/money/z-reports?store=Bergen-01')
  const list = page.getByRole('table', { name: 'Z-reports' })
  await list.getByRole('row', { name: /-NOK 10\.00.*console/ }).waitFor()
  t.same(await accessViolations(page), [])
  await list.getByRole('link', { name: `Bergen ${report.zReportNumber}` }).click()
  await page
    .getByRole('table', { name: 'Cash drawer' })
    .getByRole('row', { name: /^Difference -NOK 10\.00/ })
    .waitFor()
  await page.getByRole('region', { name: 'Posting' }).getByRole('link', { name: 'Bergen' }).waitFor()
  t.same(await accessViolations(page), [])
})

t.test('given someone of one store, when another store is opened, then the page does not show its day', async (t) => {
  const bergen = await consoleWindow(browser, `${url}/money?day=${DAY}&store=Oslo-01`, people.bergen)
  await bergen.page.getByRole('alert').waitFor()
  t.equal(await bergen.page.getByRole('link', { name: 'Oslo' }).count(), 0)
  t.same(await accessViolations(bergen.page), [])
  await bergen.page.context().close()
})

t.test('given all these pages, when they have been used, then the browser has complained of nothing', async (t) => {
  t.same(complaints, [])
})
