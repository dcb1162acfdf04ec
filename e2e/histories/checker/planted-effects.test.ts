import t, { type Test } from 'tap'
import { chainFaults } from './check-chains.ts'
import { effectFaults } from './check-effects.ts'
import { readFaults, timeFaults } from './check-times.ts'
import type { Violation } from './facts.ts'
import { operationsOf } from './operations.ts'
import { factsOf, order, request } from './planted.ts'

function isFound(t: Test, faults: readonly Violation[], ...texts: RegExp[]): void {
  t.match(
    faults.map(({ text }) => text),
    texts,
  )
  t.equal(faults.length, texts.length)
}

t.test('given versions that follow each other, then they are a chain; given a planted break, then it is named', async (t) => {
  const right = factsOf([order('o', [{}, {}, {}])])
  isFound(t, chainFaults(right))
  isFound(t, chainFaults(factsOf([order('o', [{}, { number: 3 }])])), /version numbers are 1, 3/)
  isFound(
    t,
    chainFaults({ ...right, changes: right.changes.slice(0, 2) }),
    /its versions are o-v1, o-v2, o-v3; the feed has o-v1, o-v2/,
  )
  isFound(
    t,
    chainFaults({ ...right, changes: right.changes.toSpliced(1, 0, ...right.changes.slice(1, 2)) }),
    /its versions/,
    /twice/,
  )
  const purged = { position: 9, orderId: 'o', versionId: 'o-v3', kind: 'purged' }
  isFound(t, chainFaults({ orders: new Map(), changes: [...right.changes, purged] }))
  const late = { position: 10, orderId: 'o', versionId: 'o-v4', kind: 'updated' }
  isFound(t, chainFaults({ orders: new Map(), changes: [...right.changes, purged, late] }), /change 5 is updated/, /its versions/)
})

const effects = (requests: Parameters<typeof request>[0][], orders = [order('o', [{}])]) =>
  effectFaults(operationsOf(requests.map(request)), factsOf(orders))

t.test(
  'given writes with one effect each, then nothing is wrong; given a lost, second or refused one, then it is named',
  async (t) => {
    const once = [order('o', [{}, { marks: { a: 1 } }, { marks: { a: 1 } }])]
    isFound(t, effects([{ mark: 'a' }], once))
    isFound(t, effects([{ mark: 'a' }]), /was acknowledged with 200; its effect is in 0 orders/)
    isFound(t, effects([{ mark: 'a', status: null }], once))
    isFound(t, effects([{ mark: 'a', status: null }]))
    isFound(t, effects([{ mark: 'a', status: 400 }]))
    isFound(t, effects([{ mark: 'a', status: 412 }], once), /was refused with 412; its effect is there/)
    isFound(t, effects([{ mark: 'a' }], [order('o', [{}, { marks: { a: 2 } }])]), /a is 2 times in o/)
    const again = [order('o', [{ marks: { a: 1 } }, {}, { marks: { a: 1 } }])]
    isFound(t, effects([{ mark: 'a', status: null }], again), /a begins once more with version 3/)
    isFound(t, effects([{ mark: 'a' }], [order('o', [{ marks: { a: 1 } }, {}, { marks: { a: 1 }, operation: 'Update' }])]))
  },
)

t.test('given attempts of one request, then they have one effect', async (t) => {
  const attempts = [
    { request: 'r', mark: 'a', status: null },
    { request: 'r', mark: 'a' },
  ]
  isFound(t, effects(attempts, [order('o', [{ marks: { a: 1 } }])]))
  const orders = [order('o', [{ marks: { a: 1 } }]), order('p', [{ marks: { a: 1 } }])]
  isFound(
    t,
    effects([{ operation: 'createNumbered', mark: 'a', orderId: null, response: { id: 'o' } }], orders),
    /is in 2 orders/,
  )
  isFound(
    t,
    effects([{ operation: 'createNumbered', mark: 'a', orderId: null, status: null }], orders),
    /had no response; its effect is in 2/,
  )
  isFound(t, effects([{ operation: 'addMany', mark: 'a', orderId: null }], orders), /is in 2 orders/)
  isFound(t, effects([{ operation: 'addMany', mark: 'a', orderId: null, status: 503 }], orders), /is in 2 of 5 orders/)
})

t.test('given a request that makes a second order, then its effect is in both or in none', async (t) => {
  const both = [order('o', [{}, { marks: { a: 1 } }]), order('a-x', [{ marks: { a: 1 } }])]
  const exchanged = { operation: 'exchange', mark: 'a' }
  isFound(t, effects([exchanged], both))
  isFound(t, effects([exchanged], both.slice(0, 1)), /was acknowledged with 200; its effect is in 1 orders/)
  isFound(t, effects([{ ...exchanged, status: null }], both.slice(1)), /had no response; its effect is in 1 of 2 orders/)
  const purged = factsOf(both.slice(0, 1), { changes: [{ position: 1, orderId: 'a-x', versionId: 'v', kind: 'purged' }] })
  isFound(t, effectFaults(operationsOf([request(exchanged)]), purged))
})

t.test('given a purge, then what was written before it may be gone', async (t) => {
  const facts = factsOf([], { changes: [{ position: 1, orderId: 'o', versionId: 'x', kind: 'purged' }] })
  isFound(t, effectFaults(operationsOf([request({ mark: 'a' })]), facts))
})

const stored = [order('o', [{}, { marks: { a: 1 } }, { marks: { a: 1, b: 1 } }])]
const times = (requests: Parameters<typeof request>[0][]) => timeFaults(operationsOf(requests.map(request)), factsOf(stored))
const wroteA = { mark: 'a', versionId: 'o-v2', start: 10, end: 20 }
const wroteB = { mark: 'b', versionId: 'o-v3', start: 30, end: 40 }
const read = { operation: 'read', isWrite: false }

t.test('given reads and writes in real time, then what contradicts it is named', async (t) => {
  isFound(
    t,
    times([
      wroteA,
      wroteB,
      { ...read, versionId: 'o-v2', start: 25, end: 28 },
      { ...read, versionId: 'o-v2', start: 35, end: 50 },
    ]),
  )
  isFound(t, times([{ ...wroteA, versionId: 'gone' }]), /has version gone of o, which is not there/)
  isFound(
    t,
    times([wroteA, { ...read, versionId: 'o-v1', start: 21, end: 22 }]),
    /has version 1 of o after patch a had version 2/,
  )
  const older = { ...read, versionId: 'o-v2', start: 50, end: 51 }
  isFound(t, times([{ ...read, versionId: 'o-v3', start: 45, end: 46 }, older]), /has version 2 of o after/)
  isFound(
    t,
    times([wroteB, { ...read, versionId: 'o-v3', start: 5, end: 8 }]),
    /saw version o-v3 of o before it was asked for/,
    /has version 3 of o after/,
  )
  const swapped = [
    { ...wroteB, start: 1, end: 2 },
    { ...wroteA, start: 30, end: 40 },
  ]
  isFound(t, times(swapped), /has version 2 of o after patch b had version 3/)
  isFound(t, times([wroteA, { ...wroteB, versionId: 'o-v2' }]))
  isFound(t, times([{ ...wroteB, ifMatch: 'o-v2' }]))
  isFound(t, times([{ ...wroteB, ifMatch: 'o-v1' }]), /wrote on another version of o than its If-Match o-v1/)
})

t.test('given an order that was created and not purged, when it is not found, then that is named', async (t) => {
  const created = request({ operation: 'create', status: 201, start: 1, end: 2 })
  const missed = request({ ...read, status: 404, start: 5, end: 6 })
  const found = (requests: ReturnType<typeof request>[], orders = stored) => readFaults(operationsOf(requests), factsOf(orders))
  isFound(t, found([created, missed]), /found no o, which was there/)
  isFound(t, found([created, request({ operation: 'purge', start: 4, end: 9 }), missed], []))
  isFound(t, found([request({ operation: 'create', status: 201, start: 5, end: 7 }), missed]))
})
