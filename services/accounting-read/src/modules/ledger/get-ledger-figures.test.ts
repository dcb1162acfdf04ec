import t from 'tap'
import { aPayment, aZReport } from '../../testing/accounting-fixture.ts'
import { accountingServer } from '../../testing/accounting-server.ts'
import { anAccount, tillAccounts } from '../../testing/sample-postings.ts'

const server = await accountingServer(t)
const day = '2026-01-12'
const add = async (orderId: string, [storeId, currency = 'NOK']: [string, string?], payment: object = {}) =>
  server.record(aPayment({ orderId, storeId, currency }, { paidDate: `${day}T10:00:00.000Z`, ...payment }))
await add('sold', ['Oslo-01'])
await server.build('Oslo-01', day)
// These two supersede the posting before.
await add('later', ['Oslo-01'])
await add('sold', ['Oslo-01'], { id: 'back', transactionType: 'Credit' })
await server.build('Oslo-01', day)
await add('yen', ['Tokyo-01', 'JPY'])
await server.build('Tokyo-01', day, 'JPY')

const read = (query: object, as: object = {}) =>
  server.client.send({ url: '/api/Accounting/Figures', query: { from: day, to: day, ...query }, as })

t.test('given sales and a refund, when figures are read, then they are by currency and by payment method', async (t) => {
  const { status, body } = await read({})
  t.equal(status, 200)
  t.same(body.currencies, [
    { currencyCode: 'JPY', turnover: 100, vat: 25, paid: 125, refunded: 0 },
    { currencyCode: 'NOK', turnover: 100, vat: 25, paid: 250, refunded: 125 },
  ])
  t.match(
    body.paymentMethods.map(({ currencyCode, paid, refunded }: Record<string, unknown>) => [currencyCode, paid, refunded]),
    [
      ['JPY', 125, 0],
      ['NOK', 250, 0],
      ['NOK', 0, 125],
    ],
  )
})

t.test('given a store, when its figures are read, then those of others do not count', async (t) => {
  t.match((await read({ storeId: 'Tokyo-01' })).body.currencies, [{ currencyCode: 'JPY' }])
  const oslo = { roles: ['AccountingRead'], storeIds: ['Oslo-01'] }
  t.match((await read({}, oslo)).body.currencies, [{ currencyCode: 'NOK' }])
  t.same((await read({ storeId: 'Tokyo-01' }, oslo)).body, { currencies: [], paymentMethods: [] })
})

t.test('given days without postings, or in the wrong order, when figures are read, then they are empty or refused', async (t) => {
  t.same((await read({ from: '2026-02-01', to: '2026-02-02' })).body, { currencies: [], paymentMethods: [] })
  t.match(await read({ from: '2026-02-02', to: '2026-02-01' }), { status: 400, body: { errors: { to: ['is before from'] } } })
  t.equal((await server.client.send({ url: '/api/Accounting/Figures', query: { from: day } })).status, 400)
})

t.test(
  'given a till with a float and a surplus, when figures are read, then only what customers paid and got back counts',
  async (t) => {
    const till = await accountingServer(t)
    const cash = [anAccount('PaymentMethod', '1900', 'Cash'), anAccount('RefundPaymentMethod', '1900', 'Cash')]
    till.config.charts[0]?.accounts.push(...cash, anAccount('Receivable', '1500'), ...tillAccounts)
    const report = aZReport()
    const cashManagement = { ...report.cashManagement, cashDiff: 20, cashBank: 100, cashFloat: -500 }
    const paymentRefunds = [{ name: 'Invoice', amount: 25, count: 1, behaviour: 'invoice' } as const]
    await till.close({ ...report, cashManagement, paymentRefunds })
    const { body } = await till.client.send({ url: '/api/Accounting/Figures', query: { from: '2026-01-15', to: '2026-01-15' } })
    const paid = report.payments.reduce((sum, { amount }) => sum + amount, 0)
    t.match(body.currencies, [{ currencyCode: 'NOK', paid, refunded: 25 }])
    t.equal(
      body.paymentMethods.reduce((sum: number, method: { paid: number }) => sum + method.paid, 0),
      paid,
    )
  },
)
