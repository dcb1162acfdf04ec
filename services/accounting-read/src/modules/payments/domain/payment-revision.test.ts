import t from 'tap'
import { type IncomingPayment, revisePayment, type StoredPayment } from './payment-revision.ts'

const day = { storeId: 'Oslo-01', currencyCode: 'NOK', postingDate: '2026-01-15' }
const otherDay = { ...day, postingDate: '2026-01-16' }
const incoming = (fields: Partial<IncomingPayment> = {}): IncomingPayment => ({
  sequence: 2,
  payment: { transactionType: 'Capture', status: 'Processed' },
  day,
  ...fields,
})
const stored = (fields: Partial<StoredPayment> = {}): StoredPayment => ({ ...otherDay, sequence: 1, isBooked: true, ...fields })
const failed = { transactionType: 'Capture', status: 'Failed' } as const

t.test('given a new payment, when its event comes, then it changes its own day, if it is booked', async (t) => {
  t.same(revisePayment(undefined, incoming()), { replacedBy: null, isBooked: true, changedDays: [day] })
  t.same(revisePayment(undefined, incoming({ payment: failed })), { replacedBy: null, isBooked: false, changedDays: [] })
})

t.test('given an older state, when a newer event comes, then the day of each booked state changes', async (t) => {
  t.match(revisePayment(stored(), incoming()), { replacedBy: null, isBooked: true, changedDays: [otherDay, day] })
  t.match(revisePayment(stored(), incoming({ payment: failed })), { isBooked: false, changedDays: [otherDay] })
  t.same(revisePayment(stored({ isBooked: false }), incoming()).changedDays, [day])
})

t.test('given a newer state, when an older event comes, then the event is history and changes no day', async (t) => {
  const late = revisePayment(stored({ sequence: 5 }), incoming())
  t.same(late, { replacedBy: 5, isBooked: false, changedDays: [] })
})
