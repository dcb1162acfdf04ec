import t from 'tap'
import { aPayment } from '../../testing/accounting-fixture.ts'
import { accountingServer } from '../../testing/accounting-server.ts'

const server = await accountingServer(t)
const add = async (orderId: string, storeId: string, day: string) => {
  await server.record(aPayment({ orderId, storeId }, { paidDate: `${day}T10:00:00.000Z` }))
  await server.build(storeId, day)
}
await add('a', 'Oslo-01', '2026-01-12')
await add('b', 'Bergen-01', '2026-01-14')
// The posting of this day is superseded.
await add('late', 'Oslo-01', '2026-01-12')
const period = { from: '2026-01-01', to: '2026-01-31' }
const send = (url: string, query: object, as: object = {}) => server.client.send({ url, query: { ...period, ...query }, as })

t.test('given superseded postings, when ledger totals are run, then they are the trial balance', async (t) => {
  const { body: balance } = await send('/api/Accounting/TrialBalance', {})
  const { status, body } = await send('/api/Accounting/Reports/ledger-totals', {})
  t.equal(status, 200)
  const totals = body.rows.map((row: Record<string, string>) => ({
    accountNumber: row.account_number,
    accountName: row.account_name,
    vatCode: row.vat_code,
    currencyCode: row.currency,
    debit: Number(row.debit),
    credit: Number(row.credit),
    balance: Number(row.balance),
  }))
  t.same(totals, balance.rows)
  t.equal(totals.length, 3)
})

t.test('given a caller of one store, when it lists and runs the report, then the sums are of that store', async (t) => {
  const as = { roles: ['AccountingRead'], storeIds: ['Bergen-01'] }
  t.match((await send('/api/Accounting/Reports', {}, as)).body, [{ name: 'ledger-totals', hasPeriod: true, hasStores: true }])
  const { body } = await send('/api/Accounting/Reports/ledger-totals', {}, as)
  t.same(
    body.rows.map((row: Record<string, string>) => [row.account_number, row.debit, row.credit]),
    [
      ['1500', '125', '0'],
      ['2700', '0', '25'],
      ['3000', '0', '100'],
    ],
  )
  t.equal((await send('/api/Accounting/Reports/ledger-totals', {}, { roles: ['OrderRead'] })).status, 403)
})
