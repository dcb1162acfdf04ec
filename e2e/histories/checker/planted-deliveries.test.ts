import t, { type Test } from 'tap'
import { followerFaults, scrollFaults, webhookFaults } from './check-deliveries.ts'
import type { Violation } from './facts.ts'
import { factsOf, order, request } from './planted.ts'

function isFound(t: Test, faults: readonly Violation[], ...texts: RegExp[]): void {
  t.match(
    faults.map(({ text }) => text),
    texts,
  )
  t.equal(faults.length, texts.length)
}

t.test('given what followers got, then gaps, repetitions and another order are named', async (t) => {
  const { changes } = factsOf([order('o', [{}, {}, {}])])
  const seen = (by: string, ...positions: number[]) =>
    positions.map((position, at) => {
      const { orderId, versionId, kind } = changes[position - 1] ?? { orderId: 'o', versionId: 'other', kind: 'updated' }
      return { type: 'seen' as const, by, at, orderId, versionId, kind }
    })
  isFound(t, followerFaults({ changes, seen: [...seen('feed', 1, 2, 3), ...seen('stream', 2, 3)] }))
  isFound(t, followerFaults({ changes, seen: seen('feed', 1, 3) }), /got change 3 after change 1/)
  isFound(t, followerFaults({ changes, seen: seen('feed', 2, 3) }), /got change 2 after change 0/)
  isFound(t, followerFaults({ changes, seen: seen('stream', 1, 2, 2, 3) }), /got change 2 after change 2/)
  isFound(t, followerFaults({ changes, seen: seen('stream', 1, 2) }), /got 2 of 3 changes/)
  isFound(t, followerFaults({ changes, seen: seen('stream', 1, 9, 2, 3) }), /which is not in the feed/)
})

t.test('given webhooks, then lost ones and those before an earlier one are named; a repetition is none', async (t) => {
  const faults = (...sequences: number[]) =>
    webhookFaults({
      sequences: new Map([['o', 3]]),
      webhooks: sequences.map((sequence, at) => ({
        type: 'webhook' as const,
        ...{ at, eventId: `e${sequence}`, eventType: 't', subject: 'o', sequence: Math.floor(sequence) },
      })),
    })
  isFound(t, faults(1, 2, 2, 3))
  isFound(t, faults(1, 2), /2 of 3 events came/)
  isFound(t, faults(1, 3, 2), /event 3 came after 1/)
  isFound(t, faults(1, 2, 2.5, 3), /event 2 has two ids/)
})

t.test('given scrolls, then an order twice, and one that is missing, are named', async (t) => {
  const created = (orderId: string, end: number) => request({ operation: 'create', status: 201, orderId, start: end - 1, end })
  const requests = [
    created('a', 5),
    created('b', 30),
    created('c', 5),
    request({ operation: 'purge', orderId: 'c', start: 12, end: 13 }),
  ]
  const scroll = (...ids: string[]) => [{ type: 'scroll' as const, client: 'c1', start: 10, end: 20, ids }]
  isFound(t, scrollFaults({ requests, scrolls: scroll('a') }))
  isFound(t, scrollFaults({ requests, scrolls: scroll('a', 'b', 'c') }))
  isFound(t, scrollFaults({ requests, scrolls: scroll('a', 'a') }), /has an order twice/)
  isFound(t, scrollFaults({ requests, scrolls: scroll('b') }), /lacks a/)
})
