import t from 'tap'
import { aPayment } from '../../testing/accounting-fixture.ts'
import { accountingServer } from '../../testing/accounting-server.ts'
import { buildDay } from './build-day.ts'

const day = { storeId: 'Oslo-01', currencyCode: 'NOK', postingDate: '2026-01-15' }
const feeWarning = (orders: string) =>
  `The ProviderFee of a payment is no amount such as 12.50 and is not booked: order ${orders}.`

t.test(
  'given a fee that is not an amount, when the day is built, then the posting has a warning until the fee is corrected',
  async (t) => {
    const server = await accountingServer(t)
    const getPosting = async (id: string) => (await server.client.send({ url: `/api/Accounting/Postings/${id}` })).body
    await server.record(aPayment({}, { unreadableProviderFee: '3,50 kr' }))
    const first = await server.build('Oslo-01', '2026-01-15')
    t.match(await getPosting(first), { warnings: [feeWarning('order-1 ("3,50 kr")')], totalDebit: 125, autoBalanced: false })
    await server.record(aPayment({}, { providerFee: 3.5 }))
    const second = await server.build('Oslo-01', '2026-01-15')
    t.match(await getPosting(second), { supersedesPostingId: first, warnings: { length: 0 }, totalDebit: 128.5 })
  },
)

t.test(
  'given an unreadable fee after the posting, when the day is built again, then the build reports the warning without a new posting',
  async (t) => {
    const server = await accountingServer(t)
    await server.record(aPayment())
    const postingId = await server.build('Oslo-01', '2026-01-15')
    await server.record(aPayment({}, { unreadableProviderFee: 'x' }))
    t.match(await buildDay(server.deps, day), { outcome: 'unchanged', postingId, warnings: [feeWarning('order-1 ("x")')] })
  },
)

t.test('given unreadable fees of many orders, when the day is built, then the warning names ten', async (t) => {
  const server = await accountingServer(t)
  for (let order = 10; order < 22; order++)
    await server.record(aPayment({ orderId: `o-${order}` }, { unreadableProviderFee: '?' }))
  const named = Array.from({ length: 10 }, (_, index) => `o-${index + 10} ("?")`).join(', ')
  t.match(await buildDay(server.deps, day), { warnings: [feeWarning(`${named} and 2 more`)] })
})
