import type { RefundRequest } from '@open-oms/client/types'
import t from 'tap'
import { approvedUntil, coveringRequest, openRequests } from './open-requests.ts'

const now = new Date('2026-05-02T10:00:00Z')
const request = (fields: Partial<RefundRequest>): RefundRequest => ({
  ...{ id: 'r', orderId: 'o', amount: 60, currency: 'NOK', reason: null, state: 'Pending', requested: '2026-05-01T09:00:00Z' },
  ...{ requestedBy: 'kari', decided: null, decidedBy: null, note: null, used: null },
  ...fields,
})
const approved = (decided: string) => request({ id: decided, state: 'Approved', decided, decidedBy: 'ola' })

t.test('given requests, when they are looked at, then those are open that wait or are approved for a day', async (t) => {
  const fresh = approved('2026-05-01T10:00:01Z')
  const old = approved('2026-05-01T10:00:00Z')
  const all = [request({}), fresh, old, request({ state: 'Refused' }), request({ state: 'Used' })]
  t.same(openRequests(all, now), [request({}), fresh])
  t.same(approvedUntil(fresh), new Date('2026-05-02T10:00:01Z'))
  t.equal(approvedUntil(request({})), null)
})

t.test('given a refund, when its request is looked for, then it is of the person and covers the amount', async (t) => {
  const refund = { userName: 'kari', amount: 60, currency: 'NOK' }
  const fresh = approved('2026-05-02T09:00:00Z')
  t.equal(coveringRequest([request({}), fresh], refund), fresh)
  t.same(coveringRequest([request({})], refund), request({}))
  const others = [request({ amount: 59.99 }), request({ requestedBy: 'ola' }), request({ currency: 'SEK' })]
  t.equal(coveringRequest(others, refund), undefined)
})
