import t from 'tap'
import type { DraftLine } from '../new-order/draft.ts'
import { mergeLines, withChoice } from './merge-lines.ts'

const line = (id: string, changes: Partial<DraftLine> = {}): DraftLine => ({
  ...{ id, code: id, name: `Item ${id}`, quantity: 1, listPrice: 100, price: 100, discount: null, reason: '' },
  ...changes,
})
const base = [line('1'), line('2')]

t.test('given two edits of other things, when they are merged, then both are kept and nobody has to choose', async (t) => {
  const theirs = [line('1', { price: 90, reason: 'Late' }), line('2')]
  const mine = [line('1', { quantity: 3 }), line('2', { discount: 10, reason: 'Scratch' })]
  t.same(mergeLines({ base, theirs, mine }), {
    lines: [line('1', { price: 90, reason: 'Late', quantity: 3 }), line('2', { discount: 10, reason: 'Scratch' })],
    conflicts: [],
  })
  t.same(mergeLines({ base, theirs: base, mine: [line('2')] }).lines, [line('2')], 'what one removes is gone')
  t.same(mergeLines({ base, theirs: [line('1')], mine: base }).lines, [line('1')])
})

t.test('given a field that both have changed, when it is merged, then it is theirs until the person chooses', async (t) => {
  const theirs = [line('1', { quantity: 2 }), line('2')]
  const mine = [line('1', { quantity: 5 }), line('2')]
  const { lines, conflicts } = mergeLines({ base, theirs, mine })
  t.same(lines, theirs)
  t.match(conflicts, [{ id: '1', theirs: { quantity: 2 }, mine: { quantity: 5 } }])
  const choose = (from: DraftLine[], choice: 'theirs' | 'mine') =>
    conflicts.reduce((all, one) => withChoice(all, one, choice), from)
  t.same(choose(lines, 'mine'), mine)
  t.same(choose(mine, 'theirs'), theirs)
  t.same(mergeLines({ base, theirs, mine: theirs }).conflicts, [], 'the same change is no conflict')
})

t.test('given a line that one removes and the other changes, when it is merged, then someone has to choose', async (t) => {
  const changed = [line('1', { quantity: 2 }), line('2')]
  const removed = [line('2')]
  const theyRemove = mergeLines({ base, theirs: removed, mine: changed })
  t.match(theyRemove.conflicts, [{ id: '1', theirs: null, mine: { quantity: 2 } }])
  const iRemove = mergeLines({ base, theirs: changed, mine: removed })
  t.match(iRemove.conflicts, [{ id: '1', theirs: { quantity: 2 }, mine: null }])
  t.same(iRemove.conflicts.map((one) => withChoice(iRemove.lines, one, 'mine'))[0], removed)
  t.same(theyRemove.conflicts.map((one) => withChoice(theyRemove.lines, one, 'mine'))[0], [line('2'), line('1', { quantity: 2 })])
})

t.test('given lines that both have added, when they are merged, then each has a number of its own', async (t) => {
  const theirs = [...base, line('3', { code: 'TEA' })]
  const mine = [...base, line('3', { code: 'MUG' }), line('4', { code: 'PAN' })]
  const merged = mergeLines({ base, theirs, mine }).lines.map(({ id, code }) => [id, code])
  t.same(merged.slice(0, 3), [
    ['1', '1'],
    ['2', '2'],
    ['3', 'TEA'],
  ])
  t.same(new Set(merged.map(([id]) => id)).size, 5)
  t.same(
    merged.slice(3).map(([, code]) => code),
    ['MUG', 'PAN'],
  )
})
