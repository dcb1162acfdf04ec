import { TrialBalanceQuery } from '@open-oms/contracts/accounting/trial-balance'
import t from 'tap'
import { aPayment } from '../../testing/accounting-fixture.ts'
import { type AccountingServer, accountingServer } from '../../testing/accounting-server.ts'
import { aPart } from '../../testing/sample-postings.ts'

const at = (time: string) => () => new Date(time)

/**
 * Oslo on the 12th, built on the 13th and again, with a late payment, on the 16th; Bergen on the
 * 14th; Tokyo in yen on the 15th.
 */
async function withLedger(t: Parameters<typeof accountingServer>[0]): Promise<AccountingServer> {
  const server = await accountingServer(t)
  const add = async (orderId: string, [storeId, day, currency = 'NOK']: [string, string, string?], builtAt: string) => {
    await server.record(aPayment({ orderId, storeId, currency }, { paidDate: `${day}T10:00:00.000Z` }))
    server.deps.now = at(builtAt)
    await server.build(storeId, day, currency)
  }
  await add('a', ['Oslo-01', '2026-01-12'], '2026-01-13T02:00:00.000Z')
  await add('b', ['Bergen-01', '2026-01-14'], '2026-01-15T02:00:00.000Z')
  await add('late', ['Oslo-01', '2026-01-12'], '2026-01-16T02:00:00.000Z')
  await add('c', ['Tokyo-01', '2026-01-15', 'JPY'], '2026-01-16T03:00:00.000Z')
  server.deps.now = at('2026-01-20T06:00:00.000Z')
  return server
}

async function balance({ client }: AccountingServer, query: Record<string, string> = {}, as = {}) {
  const { status, body } = await client.send({ url: '/api/Accounting/TrialBalance', query, as })
  return { status, body }
}

const shown = (rows: { accountNumber: string; vatCode: string | null; currencyCode: string; debit: number; credit: number }[]) =>
  rows.map(
    ({ accountNumber, vatCode, currencyCode, debit, credit }) =>
      `${accountNumber} ${vatCode ?? '-'} ${currencyCode} ${debit} ${credit}`,
  )

t.test(
  'given postings, when the balance is read, then each account, VAT code and currency has one row, and debit equals credit',
  async (t) => {
    const { status, body } = await balance(await withLedger(t))
    t.equal(status, 200)
    t.same(shown(body.rows), [
      '1500 - JPY 125 0',
      '1500 - NOK 375 0',
      '2700 3 JPY 0 25',
      '2700 3 NOK 0 75',
      '3000 3 JPY 0 100',
      '3000 3 NOK 0 300',
    ])
    t.equal(body.asOf, '2026-01-20T06:00:00.000Z')
    t.match(body.rows[1], { accountName: 'PaymentMethod 1500', balance: 375 })
    t.match(body.rows[3], { balance: -75 })
  },
)

// Regression: a client showed the sum of kroner and yen as the turnover of the group.
t.test(
  'given postings in two currencies, when the balance is read, then the totals are per currency and the single totals null',
  async (t) => {
    const { body } = await balance(await withLedger(t))
    t.same(body.totals, [
      { currencyCode: 'JPY', debit: 125, credit: 125 },
      { currencyCode: 'NOK', debit: 375, credit: 375 },
    ])
    t.equal(body.totalDebit, null)
    t.equal(body.totalCredit, null)
  },
)

t.test(
  'given postings in one currency, when the balance is read, then the single totals are those of the currency',
  async (t) => {
    const { body } = await balance(await withLedger(t), { accountingCompanyCode: 'NO01' })
    t.same(body.totals, [{ currencyCode: 'NOK', debit: 375, credit: 375 }])
    t.equal(body.totalDebit, 375)
    t.equal(body.totalCredit, 375)
  },
)

t.test('given dates, a store or a company, when the balance is read, then only their lines are summed', async (t) => {
  const server = await withLedger(t)
  const totals = async (query: Record<string, string>) => {
    const { body } = await balance(server, query)
    return body.totals.map(({ currencyCode, debit }: { currencyCode: string; debit: number }) => `${currencyCode} ${debit}`)
  }
  t.same(await totals({ to: '2026-01-12' }), ['NOK 250'])
  t.same(await totals({ from: '2026-01-12', to: '2026-01-14' }), ['NOK 375'])
  t.same(await totals({ from: '2026-01-13' }), ['JPY 125', 'NOK 125'])
  t.same(await totals({ storeId: 'Bergen-01' }), ['NOK 125'])
  t.same(await totals({ accountingCompanyCode: 'NO01' }), ['NOK 375'])
  t.same(await totals({ accountingCompanyCode: 'JP01', storeId: 'Tokyo-01' }), ['JPY 125'])
  t.same((await balance(server, { storeId: 'nowhere' })).body, {
    rows: [],
    totals: [],
    totalDebit: 0,
    totalCredit: 0,
    asOf: '2026-01-20T06:00:00.000Z',
  })
  t.equal((await balance(server, {}, { storeIds: ['Bergen-01'] })).body.totalDebit, 125)
})

t.test('given asOf, when the balance is read, then it shows the ledger of that instant', async (t) => {
  const server = await withLedger(t)
  const totals = async (asOf: string) => (await balance(server, { asOf })).body.totalDebit
  t.equal(await totals('2026-01-13T01:59:59.999Z'), 0)
  t.equal(await totals('2026-01-13T02:00:00.000Z'), 125)
  t.equal(await totals('2026-01-15T23:00:00+01:00'), 250)
  t.equal(await totals('2026-01-16T01:59:59.999Z'), 250, 'the posting that was superseded later still held')
  t.equal(await totals('2026-01-16T02:00:00.000Z'), 375)
  t.match(await balance(server, { asOf: '2026-01-15T23:00:00+01:00' }), { body: { asOf: '2026-01-15T22:00:00.000Z' } })
})

t.test('given many decimal amounts, when the balance is read, then the sums are exact', async (t) => {
  const server = await accountingServer(t)
  for (let order = 0; order < 30; order++) {
    const breakdown = [aPart('Sales', 0.1)]
    await server.record(
      aPayment(
        { orderId: `o${order}`, breakdown },
        { amount: 0.1, paidDate: `2026-01-${order % 2 ? '12' : '13'}T10:00:00.000Z` },
      ),
    )
  }
  for (const day of ['2026-01-12', '2026-01-13']) await server.build('Oslo-01', day)
  const { body } = await balance(server)
  t.match(body, { totals: [{ debit: 3, credit: 3 }], totalDebit: 3, totalCredit: 3 })
})

t.test('given an empty form, when it is sent, then everything is returned', async (t) => {
  const server = await withLedger(t)
  const all = await balance(server)
  for (const name of Object.keys(TrialBalanceQuery.properties)) t.same(await balance(server, { [name]: '' }), all, name)
})

t.test('given bad input, when it is sent, then the response is 400 with its path', async (t) => {
  const server = await withLedger(t)
  for (const [query, path] of [
    [{ from: '2026-01-02', to: '2026-01-01' }, 'to'],
    [{ from: 'x' }, 'from'],
    [{ asOf: 'yesterday' }, 'asOf'],
  ] as const)
    t.match(await balance(server, query), { status: 400, body: { errors: { [path]: [String] } } })
})

t.test(
  'given a filter that is misspelt, when the balance is read, then the response names it, as nothing was limited by it',
  async (t) => {
    const server = await withLedger(t)
    const read = (query: Record<string, string>) => server.client.send({ url: '/api/Accounting/TrialBalance', query })
    const misspelt = await read({ store: 'Oslo-01', 'company\r\nX: 1': 'NO01', STOREID: 'Oslo-01' })
    t.equal(misspelt.status, 200)
    t.equal(misspelt.headers['ignored-parameters'], 'store, company%0D%0AX%3A%201')
    t.equal((await read({ storeId: 'Oslo-01' })).headers['ignored-parameters'], undefined)
  },
)
