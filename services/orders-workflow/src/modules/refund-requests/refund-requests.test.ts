import type { RefundLimit } from '@open-oms/contracts/permissions'
import t from 'tap'
import { manualPayments } from '../../connectors/payment/manual.ts'
import type { PaymentConnector } from '../../connectors/payment/payment-connector.ts'
import { returning } from '../../testing/returning.ts'
import { authorization, createdOrder, orderFormBody, sampleConfig, testOrders } from '../../testing/test-orders.ts'

const sample = await sampleConfig()
const orderHandling = { ...sample.orderHandling, refundApprovalAbove: [{ currency: 'NOK', amount: 50 }] }
const clock = { now: new Date('2026-05-01T10:00:00Z') }
/**
 * A provider that is asked after the commit, as real ones are, where `isAsked`; it may not respond.
 */
const provider = { isAsked: false, isSilent: false }
const refunding: PaymentConnector['refund'] = async (request) =>
  provider.isSilent ? { outcome: 'unreachable', reason: 'It does not respond.' } : manualPayments.refund(request)
const test = await testOrders(t, {
  config: { ...sample, orderHandling },
  connectors: { payment: () => (provider.isAsked ? { ...manualPayments, refund: refunding } : manualPayments) } as never,
})
test.deps.now = () => clock.now
const { deliveredOrder } = returning(test)

const [KARI, OLA] = [{ clientId: 'kari' }, { clientId: 'ola' }]
const sale = authorization({ id: 's1', transactionType: 'Sale', transactionId: 's', amount: 498.9, status: 'Processed' })
const soldOrder = () => createdOrder(test, { orderForm: orderFormBody({ payments: [sale] }) })
const post = (url: string, body: object, as: object) => test.send({ method: 'POST', url, body, as })
const refund = (id: string, amount: number, as: object) => post(`/api/Orders/${id}/Refund`, { amount, reason: 'Late' }, as)
const ask = async (orderId: string, amount: number, as: object = KARI) => {
  const { status, body } = await post('/api/RefundRequests', { orderId, amount, reason: 'Broken' }, as)
  t.equal(status, 200, JSON.stringify(body))
  return body.id as string
}
const decide = (id: string, approve: boolean, as: object = OLA) => post(`/api/RefundRequests/${id}/Decide`, { approve }, as)
const states = async (orderId: string, as: object = KARI): Promise<string[]> => {
  const { body } = await test.send({ url: '/api/RefundRequests', query: { orderId }, as })
  return body.result.map(({ state }: { state: string }) => state)
}
const acts = async (orderId: string) => {
  await test.background.idle()
  const rows = await test.database.query<{ entry: { act: string; actor: string; details: { state?: string } } }>({
    text: `select entry::jsonb as entry from kit.audit_waiting
      where entry::jsonb ->> 'orderId' = $1 and entry::jsonb ->> 'act' in ('RefundRequest', 'RefundDecision')`,
    values: [orderId],
  })
  return rows.map(({ entry: { act, actor, details } }) => `${act} ${actor} ${details.state ?? ''}`.trim())
}

t.test('given a refund above the limit, when someone else approves it, then who has asked pays it back once', async (t) => {
  const { id } = await soldOrder()
  t.match(await refund(id, 60, KARI), {
    status: 403,
    body: { error: 'RefundNeedsApproval', refund: { amount: 60, currency: 'NOK' } },
  })
  const request = await ask(id, 60)
  t.match(await decide(request, true, KARI), { status: 403, body: { message: /someone else must approve/ } })
  t.equal((await refund(id, 60, KARI)).status, 403, 'it is not approved')
  const both = await Promise.all([decide(request, true), decide(request, true, { clientId: 'per' })])
  t.same(both.map(({ status }) => status).sort(), [200, 409])
  const winner = both[0].status === 200 ? OLA : { clientId: 'per' }
  t.match(await decide(request, true, winner), { status: 200, body: { state: 'Approved' } }, 'the same again')
  t.equal((await refund(id, 60, winner)).status, 403, 'it is of who has asked')
  t.equal((await refund(id, 61, KARI)).status, 403, 'it is for the amount')
  const paid = await Promise.all([refund(id, 60, KARI), refund(id, 60, KARI)])
  t.same(paid.map(({ status }) => status).sort(), [200, 403])
  t.same(await states(id), ['Used'])
  t.equal((await decide(request, false)).status, 409)
  t.same((await acts(id)).sort(), [
    'RefundDecision kari Used',
    `RefundDecision ${winner.clientId} Approved`,
    'RefundRequest kari Pending',
  ])
})

t.test(
  'given a limit, when an order is paid back in parts, by a credit, a return or a cancellation, then it holds',
  async (t) => {
    const parts = await soldOrder()
    t.equal((await refund(parts.id, 30, KARI)).status, 200)
    t.match(await refund(parts.id, 30, OLA), { status: 403, body: { refund: { amount: 30 } } }, 'the order is above it together')

    const credited = await soldOrder()
    const credit = [authorization({ transactionType: 'Credit', transactionId: 'c', amount: 60 })]
    t.match(await post(`/api/Orders/${credited.id}/AddPayments`, credit, KARI), { body: { error: 'RefundNeedsApproval' } })
    t.match(await post(`/api/Orders/${credited.id}/Cancel`, { reason: 'Late' }, KARI), { body: { error: 'RefundNeedsApproval' } })
    t.equal((await test.send({ url: `/api/Orders/${credited.id}` })).body.versionId, credited.versionId, 'nothing is written')

    const { id } = await deliveredOrder()
    const returned = () => post(`/api/Returns/${id}/Return`, { returns: [{ lineItemId: '1', returnQuantity: 1 }] }, KARI)
    const refused = await returned()
    t.match(refused, { status: 403, body: { error: 'RefundNeedsApproval', refund: { amount: 100 } } })
    await decide(await ask(id, refused.body.refund.amount), true)
    t.equal((await returned()).status, 200)
  },
)

t.test('given a refund below the limit, when it no longer counts, then a second person is needed for that', async (t) => {
  const { id } = await soldOrder()
  t.equal((await refund(id, 40, KARI)).status, 200)
  const { orderForm } = (await test.send({ url: `/api/Orders/${id}` })).body
  const sent = (payments: object[]) =>
    test.send({ method: 'PUT', url: `/api/Orders/${id}/PutPayments`, body: payments, as: KARI })
  const failed = orderForm.payments.map((payment: { transactionType: string }) =>
    payment.transactionType === 'Credit' ? { ...payment, status: 'Failed' } : payment,
  )
  t.match(await sent(failed), { status: 403, body: { error: 'RefundNeedsApproval', refund: { amount: 40 } } })
  const others = failed.filter(({ transactionType }: { transactionType: string }) => transactionType !== 'Credit')
  t.match(await sent(others), { status: 403, body: { error: 'RefundNeedsApproval' } })
  await decide(await ask(id, 40), true)
  t.equal((await sent(failed)).status, 200)
})

t.test('given requests, when they are refused, too old, too high or of other stores, then nothing is paid back', async (t) => {
  const { id } = await soldOrder()
  const [refused, old] = [await ask(id, 60), await ask(id, 70)]
  t.match(await decide(refused, false, KARI), { status: 200, body: { state: 'Refused' } }, 'it is taken back')
  t.equal((await refund(id, 60, KARI)).status, 403)
  const limits: RefundLimit[] = [{ currency: 'NOK', perDay: 100, alone: 65 }]
  const cashier = { clientId: 'eva', roles: ['OrderAdmin'], claims: { oms_permissions: ['Refund'], oms_refund_limits: limits } }
  t.match(await decide(old, true, cashier), { status: 403, body: { error: 'RefundTooHigh' } })
  t.equal((await decide(old, true, { ...OLA, storeIds: ['Bergen-01'] })).status, 404)
  t.same(await states(id, { storeIds: ['Bergen-01'] }), [])
  const without = { clientId: 'eva', roles: ['OrderAdmin'], claims: { oms_permissions: ['Till'] } }
  t.equal((await decide(old, true, without)).status, 403)
  t.equal((await decide(old, true)).status, 200)
  const before = clock.now
  clock.now = new Date(before.getTime() + 25 * 3_600_000)
  t.equal((await refund(id, 70, KARI)).status, 403, 'the approval is too old')
  clock.now = before
  t.equal((await post('/api/RefundRequests', { orderId: id, amount: 0 }, KARI)).status, 400)
  t.equal((await post('/api/RefundRequests', { orderId: 'nowhere', amount: 5 }, KARI)).status, 404)
})

t.test('given a person who has not confirmed lately, when a request pays back, then they confirm first', async (t) => {
  const person = (minutes: number) => ({
    clientId: 'kari',
    claims: { person: true, oms_confirmed_until: clock.now.getTime() / 1_000 + minutes * 60 },
  })
  const [late, recent] = [person(-1), person(1)]
  const unconfirmed = { status: 403, body: { error: 'ConfirmationRequired' } }
  const credit = [authorization({ transactionType: 'Credit', transactionId: 'c', amount: 40 })]
  const { id, versionId } = await soldOrder()
  t.match(await post(`/api/Orders/${id}/AddPayments`, credit, late), unconfirmed)
  t.match(await post(`/api/Orders/${id}/Cancel`, { reason: 'Late' }, late), unconfirmed)
  t.equal((await test.send({ url: `/api/Orders/${id}` })).body.versionId, versionId, 'nothing is written')
  t.equal((await post('/api/Orders/AddComment', { orderId: id, commentText: 'Hei' }, late)).status, 200)
  t.equal((await post(`/api/Orders/${id}/AddPayments`, credit, recent)).status, 200)
  const unpaid = await createdOrder(test, { orderForm: orderFormBody({ payments: [] }) })
  t.equal((await post(`/api/Orders/${unpaid.id}/Cancel`, { reason: 'Late' }, late)).status, 200, 'nothing is paid back')
  const { id: delivered } = await deliveredOrder()
  const returns = [{ lineItemId: '1', returnQuantity: 1 }]
  t.match(await post(`/api/Returns/${delivered}/Return`, { returns }, late), unconfirmed)
})

t.test('given an amount that the order can never pay back, when it is asked for, then it is refused and not kept', async (t) => {
  const { id } = await soldOrder()
  const refused = async (orderId: string, amount: number, reason: RegExp) =>
    t.match(await post('/api/RefundRequests', { orderId, amount }, KARI), { status: 400, body: { errors: { amount: [reason] } } })
  await refused(id, 498.91, /is more than the 498.9 NOK that can be paid back/)
  await refused(id, 60.001, /has more than the 2 decimals of NOK/)
  const unpaid = await createdOrder(test, { orderForm: orderFormBody({ payments: [] }) })
  await refused(unpaid.id, 60, /more than the 0 NOK/)
  t.same(await states(id), [])
  t.equal((await refund(id, 45, KARI)).status, 200)
  await refused(id, 453.91, /more than the 453.9 NOK/)
  await ask(id, 453.9)
})

t.test('given the same request many times at once, when it is decided, then it is one, and one refund', async (t) => {
  const { id } = await soldOrder()
  const asked = await Promise.all(Array.from({ length: 6 }, () => ask(id, 60)))
  t.equal(new Set(asked).size, 1)
  const request = asked[0] as string
  t.not(await ask(id, 61), request, 'another amount is another')
  t.not(await ask(id, 60, { clientId: 'eva' }), request, 'and so is another person')
  await decide(request, true)
  t.not(await ask(id, 60), request, 'a decided one does not wait')
  const paid = await Promise.all(Array.from({ length: 4 }, () => refund(id, 60, KARI)))
  t.same(paid.map(({ status }) => status).sort(), [200, 403, 403, 403])
})

t.test('given equal refunds at once without a key, when they are more than was captured, then the rest is refused', async (t) => {
  const { id } = await soldOrder()
  for (let count = 0; count < 6; count++) {
    const one = await ask(id, 200 + count)
    await decide(one, true)
  }
  const paid = await Promise.all(Array.from({ length: 6 }, () => refund(id, 200, KARI)))
  t.same(paid.map(({ status }) => status).sort(), [200, 200, 400, 400, 400, 400])
  t.match((await test.send({ url: `/api/Orders/${id}` })).body, { orderForm: { creditPaymentTotal: 400 } })
})

// The order does not change before the provider has answered: the refund was not judged at all.
t.test('given a provider that is asked after the commit, when a refund is above the limit, then it needs approval', async (t) => {
  provider.isAsked = true
  t.teardown(() => Object.assign(provider, { isAsked: false, isSilent: false }))
  const { id } = await soldOrder()
  t.match(await refund(id, 60, KARI), { status: 403, body: { error: 'RefundNeedsApproval' } })
  const late = { clientId: 'kari', claims: { person: true, oms_confirmed_until: clock.now.getTime() / 1_000 - 60 } }
  t.match(await refund(id, 40, late), { status: 403, body: { error: 'ConfirmationRequired' } })
  const limits: RefundLimit[] = [{ currency: 'NOK', perDay: 45, alone: 30 }]
  const cashier = { clientId: 'eva', roles: ['OrderAdmin'], claims: { oms_permissions: ['Refund'], oms_refund_limits: limits } }
  t.match(await refund(id, 40, cashier), { status: 403, body: { error: 'RefundTooHigh' } })
  t.match(await refund(id, 10, { clientId: 'eva', roles: ['OrderAdmin'], claims: { oms_permissions: ['Till'] } }), {
    status: 403,
  })
  t.equal((await refund(id, 25, cashier)).status, 200)
  t.match(await refund(id, 25, cashier), { status: 403, body: { error: 'RefundLimitReached' } })
  await decide(await ask(id, 60), true)
  t.equal((await refund(id, 60, KARI)).status, 200)
  t.same(await states(id), ['Used'])

  const { id: other } = await soldOrder()
  provider.isSilent = true
  t.equal((await refund(other, 40, KARI)).status, 200)
  t.match(await refund(other, 40, OLA), { status: 403, body: { error: 'RefundNeedsApproval' } }, 'the first may have moved money')
})

const odd = [
  ...[-1, 0, 60.001, 1e15, '60', null, [60], Number.MAX_SAFE_INTEGER].map((amount) => ({ amount })),
  { amount: 60, reason: 'x'.repeat(501) },
  { amount: 60, orderId: '' },
  { amount: 60, orderId: 'x'.repeat(101) },
  { amount: 60, orderId: 7 },
]
t.test('given what is no request or no decision, when it is sent, then it is 400 and nothing is kept', async (t) => {
  const { id } = await soldOrder()
  for (const body of odd) {
    const { status } = await post('/api/RefundRequests', { orderId: id, ...body }, KARI)
    t.equal(status, 400, JSON.stringify(body).slice(0, 80))
  }
  t.same(await states(id), [])
  const request = await ask(id, 60)
  for (const body of [{}, { approve: null }, { approve: 'maybe' }, { approve: true, note: 'x'.repeat(501) }])
    t.equal((await post(`/api/RefundRequests/${request}/Decide`, body, OLA)).status, 400, JSON.stringify(body).slice(0, 80))
  for (const unknown of ['nothing', '..%2f', request.toUpperCase().slice(1)])
    t.equal((await post(`/api/RefundRequests/${unknown}/Decide`, { approve: true }, OLA)).status, 404, unknown)
  t.same(await states(id), ['Pending'])
})
