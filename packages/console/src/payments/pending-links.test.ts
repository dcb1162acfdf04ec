import t from 'tap'
import { offersLink } from './offered.ts'
import { linkableAmount, pendingLinks } from './pending-links.ts'

const linked = (id: string, status: string, expires = '2026-03-02T12:00:00.000Z') => ({
  id,
  amount: 100.5,
  status,
  properties: [
    { key: 'PaymentLink', value: `https://pay.example/${id}` },
    { key: 'PaymentLinkExpires', value: expires },
  ],
})
const payments = [
  linked('open', 'Pending'),
  linked('expired', 'Pending', '2026-03-01T12:00:00.000Z'),
  linked('paid', 'Processed'),
  { ...linked('other', 'Pending'), properties: [] },
]
const order = { orderForm: { payments }, remainingPayment: 498.9 } as never

t.test('given payments of an order, when its links are listed, then they are those that wait for the customer', async (t) => {
  t.match(pendingLinks(order, '2026-03-02T00:00:00.000Z'), [
    { id: 'open', url: 'https://pay.example/open', isExpired: false },
    { id: 'expired', isExpired: true },
  ])
  t.equal(pendingLinks(order, '2026-03-02T00:00:00.000Z').length, 2)
})

t.test('given an open link, when another one is made, then it is for what is left', async (t) => {
  t.equal(linkableAmount(order, pendingLinks(order, '2026-03-02T00:00:00.000Z'), 'NOK'), 398.4)
  t.equal(linkableAmount({ remainingPayment: -1 }, [], 'NOK'), 0)
})

t.test('when the API names a link among what can be done, then the page offers it', async (t) => {
  t.equal(offersLink([{ actions: [{ code: 'Retry' }] }, { actions: [{ code: 'SendPaymentLink' }] }]), true)
  t.equal(offersLink([{ actions: [{ code: 'Retry' }] }]), false)
})
