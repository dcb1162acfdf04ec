import t from 'tap'
import { type AcknowledgedWrite, longestPause, summarizePeriod } from './journal.ts'

const write = (aggregate: AcknowledgedWrite['aggregate'], sent: number, acknowledged: number): AcknowledgedWrite => ({
  aggregate,
  id: '1',
  versionId: 'v',
  sent,
  acknowledged,
})

t.test('given instants in any order, then the longest pause counts from the beginning to the end of the period', async (t) => {
  t.equal(longestPause([30, 10, 20], { from: 0, to: 45 }), 15)
  t.equal(longestPause([30, 10, 20], { from: 5, to: 100 }), 70)
  t.equal(longestPause([40], { from: 0, to: 50 }), 40)
  t.equal(longestPause([], { from: 10, to: 50 }), 40)
})

t.test('given what callers saw, then a summary has what falls into its period', async (t) => {
  const journal = {
    writes: [
      write('order', 0, 5),
      write('order', 8, 12),
      write('product', 2, 15),
      write('order', 10, 19),
      write('order', 18, 20),
    ],
    met: [
      { obstacle: 'refused' as const, at: 9 },
      { obstacle: 'refused' as const, at: 11 },
      { obstacle: 'broken' as const, at: 12 },
      { obstacle: 'in flight' as const, at: 20 },
    ],
  }
  t.same(summarizePeriod(journal, { from: 10, to: 20 }), {
    acknowledged: 3,
    refused: 1,
    broken: 1,
    'in flight': 0,
    pauseMs: { order: 7, product: 5 },
    slowestMs: 13,
  })
})
