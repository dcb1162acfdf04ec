import type { Examples } from './example-recorder.ts'

/** The till is closed, which makes a posting with its ledger lines. */
export async function accountingExamples({ call, until }: Examples): Promise<void> {
  const till = { storeId: 'Oslo-01', registerIds: ['R1'] }
  await call('previewZReport', { body: till })
  const cashManagement = { cashExpected: 125, cashCounted: 120, cashBank: 120 }
  const report = { zReportId: 'Z-1', ...till, cashManagement }
  // The second time it changes nothing.
  await call('closeZReport', { body: report })
  await call('closeZReport', { body: report })
  const path = { zReportId: 'Z-1' }
  await call('getZReport', { path })
  await call('listZReports', { query: { storeId: 'Oslo-01' } })
  const posting = await until(({ id }) => id !== undefined, 'getPostingByZReport', { path })
  await call('getPostingByZReportWithoutId', { status: 400 })
  await call('getPosting', { path: { id: posting.id } })
  await call('getPostingWithoutId', { status: 400 })
  await call('searchPostings', { body: { storeId: 'Oslo-01', take: 1 } })
  const lines = await call('getPostingLines', { path: { id: posting.id } })
  await call('getPostingLine', { path: { postingId: posting.id, id: (lines.result ?? lines)[0]?.id } })
  await call('searchLedgerLines', { body: { postingId: posting.id, take: 1 } })
  await call('exportLedgerLines', { query: { postingId: posting.id, format: 'csv' } })
  const day = String(posting.postingDate)
  const period = { postingDateFrom: day, postingDateTo: day, currencyCode: 'NOK' }
  await call('exportPostings', { query: { format: 'tripletex-csv', accountingCompanyCode: 'NO01', ...period } })
  await call('getTrialBalance', { query: { storeId: 'Oslo-01' } })
  await call('getLedgerFigures', { query: { from: day, to: day, storeId: 'Oslo-01' } })
  await call('listReports')
  await call('runReport', { path: { name: 'sales-by-day' }, query: { from: day, to: day, storeIds: ['Oslo-01'] } })
  await savedReportExamples({ call })
  await call('listAccountingReports')
  await call('runAccountingReport', { path: { name: 'ledger-totals' }, query: { from: day, to: day } })
  await call('explainDay', { query: { date: String(posting.postingDate).slice(0, 10), storeId: 'Oslo-01' } })
}

/** Sales of each month, for as long as the example lasts. */
async function savedReportExamples({ call }: Pick<Examples, 'call'>): Promise<void> {
  const schedule = { every: 'Month', dayOfMonth: 1, time: '06:00' }
  const what = { name: 'Sales of the month', report: 'sales-by-day', period: 'LastMonth', format: 'csv' }
  const body = { ...what, stores: ['Oslo-01'], schedule, recipients: ['accounting@example.com'] }
  const { id } = await call('createSavedReport', { body })
  const path = { savedReportId: id }
  await call('runSavedReport', { path })
  await call('listSavedReportRuns', { path })
  await call('getSavedReport', { path })
  await call('listSavedReports')
  await call('replaceSavedReport', { path, body: { ...body, active: false } })
  await call('deleteSavedReport', { path })
}
