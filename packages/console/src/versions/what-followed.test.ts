import t from 'tap'
import { readVersionsView } from './versions-view.ts'
import { entriesBetween } from './what-followed.ts'

const entry = (minute: number, kind: 'version' | 'workflowStep' | 'webhook') => ({
  time: `2026-01-01T00:0${minute}:00.000Z`,
  kind,
})
const created = (minute: number) => ({ created: `2026-01-01T00:0${minute}:00.000Z` })
const entries = [
  entry(1, 'version'),
  entry(1, 'workflowStep'),
  entry(2, 'webhook'),
  entry(3, 'version'),
  entry(4, 'webhook'),
  entry(5, 'version'),
  entry(6, 'webhook'),
]

t.test('given two versions, when what happened is listed, then it ends where the next version began', async (t) => {
  t.same(entriesBetween(entries, created(1), created(3)), entries.slice(2, 5))
  t.same(entriesBetween(entries, created(3), created(1)), entries.slice(2, 5), 'in either order')
  t.same(entriesBetween(entries, created(1), created(5)), entries.slice(2), 'up to now after the newest one')
})

t.test('given an address, when it is read, then only texts name versions', async (t) => {
  t.same(readVersionsView({ from: 'a', to: 7, other: 'b' }), { from: 'a' })
  t.same(readVersionsView({ from: '', to: 'b' }), { to: 'b' })
})
