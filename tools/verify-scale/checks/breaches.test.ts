import t from 'tap'
import type { AcknowledgedWrite } from '../journal.ts'
import { gaps, outOfOrderEvents } from './check-events.ts'
import { bookingFaults, captureFaults } from './check-money.ts'
import { lostWrites } from './check-writes.ts'

const write = (versionId: string, more: Partial<AcknowledgedWrite> = {}): AcknowledgedWrite => ({
  aggregate: 'order',
  id: 'o',
  versionId,
  sent: 0,
  acknowledged: 1,
  ...more,
})
const stored = { id: 'o', versionNumber: 3, versionIds: ['a', 'b', 'c'], status: 'Shipped', transactionIds: ['sale'] }
const writes = [write('a'), write('b', { transactionId: 'sale' }), write('c', { status: 'Shipped' })]

t.test('given every acknowledged write in the database, then none is lost', async (t) => {
  t.same(lostWrites(writes, [stored]), [])
  t.same(lostWrites([write('b')], [stored]), [], 'other versions may be there')
})

t.test('given a loss, then it is named', async (t) => {
  const losses = (changes: object) => lostWrites(writes, [{ ...stored, ...changes }])
  t.match(lostWrites(writes, []), [/3 writes were acknowledged/])
  t.match(losses({ versionIds: ['a', 'b', 'd'] }), [/version c .* is not there/])
  t.match(losses({ versionIds: ['b', 'a', 'c'] }), [/version b is not after/])
  t.match(losses({ versionIds: ['a', 'b', 'c', 'd'] }), [/version 3 is current, 4 are there/])
  t.match(losses({ transactionIds: [] }), [/payment sale is there 0 times/])
  t.match(losses({ transactionIds: ['sale', 'sale'] }), [/payment sale is there 2 times/])
  t.match(losses({ status: 'New' }), [/status Shipped was acknowledged; it is New/])
})

t.test('given sequences and positions, then unhandled events and late beginnings are named', async (t) => {
  const published = [{ id: 'o', sequence: 2 }]
  t.same(gaps(published, [{ id: 'o', next: 3, first: 1 }]), [])
  t.match(gaps(published, [{ id: 'o', next: 2, first: 1 }]), [/o has 2 events, handled are 1/])
  t.match(gaps(published, []), [/o has 2 events, handled are 0/])
  t.match(gaps(published, [{ id: 'o', next: 3, first: 2 }]), [/o began with event 2/])
})

t.test('given times of handling, then an event before an earlier one of its aggregate is named', async (t) => {
  const handling = (subject: string, sequence: number, at: number | null) => ({
    subject,
    sequence,
    eventId: `${subject}${sequence}`,
    handled: at === null ? null : new Date(at),
  })
  t.same(
    outOfOrderEvents([
      handling('o', 2, 5),
      handling('o', 1, 5),
      handling('p', 1, 9),
      handling('o', 4, 6),
      handling('o', 3, null),
    ]),
    [],
  )
  t.match(outOfOrderEvents([handling('o', 1, 5), handling('o', 2, null), handling('o', 3, 4)]), [
    /o: event 3 was handled before 1/,
  ])
})

const effect = { operation: 'capture', orderId: 'o', amount: 125, transactionId: 'moved', requests: 2 }
const payment = { orderId: 'o', paymentId: 'p', type: 'Capture', transactionId: 'moved', amount: 125 }
const shipped = write('c', { status: 'Shipped', isAborted: false })

t.test('given what the provider moved, then each order is captured once and knows it', async (t) => {
  t.same(captureFaults([effect], [payment], [shipped]), [])
  t.match(captureFaults([effect, { ...effect, transactionId: 'again' }], [payment], []), [
    /carried out capture 125, capture 125/,
    /lacks capture again/,
  ])
  t.match(captureFaults([{ ...effect, amount: 100 }], [payment], []), [/carried out capture 100/])
  t.match(captureFaults([effect], [], [shipped]), [/lacks capture moved/, /shipped without money/])
  t.same(captureFaults([], [], [{ ...shipped, isAborted: true }]), [], 'a run that was stopped promises no money')
})

t.test('given the payments of orders, then accounting has each once and no other', async (t) => {
  const booked = { orderId: 'o', paymentId: 'p', amount: 125 }
  t.same(bookingFaults([payment], [booked]), [])
  t.match(bookingFaults([payment], []), [/Capture of 125 is booked as nothing/])
  t.match(bookingFaults([payment], [booked, booked]), [/booked as 125, 125/])
  t.match(bookingFaults([payment], [{ ...booked, amount: 1 }]), [/booked as 1/])
  t.match(bookingFaults([], [booked]), [/o p: booked, and not on the order/])
})
