import t from 'tap'
import {
  allowedMoves,
  findingsAt,
  flattenSettings,
  type OrderType,
  orderTypeGraph,
  readConfigView,
  type Status,
  sortedSteps,
  stepLimits,
} from './config-view.ts'

const status = (name: string, order: number, fields: Partial<Status> = {}): Status => ({ name, order, ...fields })
const orderTypeWith = (...orderStatuses: Status[]): OrderType => ({ name: 'Online', orderNumberType: 'Online', orderStatuses })
const drawn = (type: OrderType, ...closed: string[]) =>
  orderTypeGraph(type, { closed: new Set(closed), formatDetail: () => null })

t.test('given an address, when it is read, then what is not understood is left out', async (t) => {
  t.same(readConfigView({ section: 'check', type: 'Online', status: 7, other: 'x' }), { section: 'check', type: 'Online' })
  t.same(readConfigView({ section: 'secrets' }), {})
  t.same(readConfigView({ section: 'types' }), {})
})

t.test('given limits of moves, when a type is drawn, then its arrows are the allowed moves and no others', async (t) => {
  const enforced = { enforceAvailableStepsPolicy: true }
  const type = orderTypeWith(
    status('Done', 30),
    status('New', 10, { ...enforced, availableSteps: ['Picking', 'Done'] }),
    status('Picking', 20, { ...enforced, availableSteps: [] }),
  )
  const { nodes, edges } = drawn(type, 'Done')
  t.same(
    nodes.map(({ id, kind }) => [id, kind]),
    [
      ['New', 'start'],
      ['Picking', 'plain'],
      ['Done', 'end'],
    ],
  )
  t.same(edges, [
    { from: 'New', to: 'Picking' },
    { from: 'New', to: 'Done' },
  ])
})

t.test('given no limits, when a type is drawn, then dotted arrows follow the open statuses to those that end it', async (t) => {
  const type = orderTypeWith(status('New', 1), status('Done', 2), status('Picking', 3), status('Cancelled', 4))
  t.same(drawn(type, 'Done', 'Cancelled').edges, [
    { from: 'New', to: 'Picking', kind: 'off' },
    { from: 'Picking', to: 'Done', kind: 'off' },
    { from: 'Picking', to: 'Cancelled', kind: 'off' },
  ])
  t.equal(allowedMoves(status('New', 1, { availableSteps: ['Done'] })), null, 'without the policy they have no effect')
})

t.test('given steps, when they are listed, then they are in the order in which they run, with their limits', async (t) => {
  const step = { id: 'b', index: 20, name: 'B', enabledForStores: ['Oslo-01'], disabledForTags: [] }
  const found = sortedSteps(status('New', 1, { workflowSteps: [step, { id: 'a', index: 10, name: 'A' }] }))
  t.same(
    found.map(({ id }) => id),
    ['a', 'b'],
  )
  t.same(stepLimits(step), [{ name: 'enabledForStores', values: ['Oslo-01'] }])
  t.same(sortedSteps(status('New', 1, { workflowSteps: null })), [])
})

t.test('given settings in groups, when they are listed, then each has its path', async (t) => {
  const files = { 'settings.json': { $schema: 'x', orderLock: false, search: { facetBudgetMs: 500 }, list: ['a'] } }
  t.same(flattenSettings(files), [
    { path: 'orderLock', value: 'false' },
    { path: 'search.facetBudgetMs', value: '500' },
    { path: 'list', value: '["a"]' },
  ])
  t.same(flattenSettings({}), [])
})

t.test('given findings, when those of an entry are looked for, then entries with longer numbers are not meant', async (t) => {
  const at = (pointer: string) => ({ file: 'connectors.json', pointer })
  const findings = [at('/connectors/1/url'), at('/connectors/10/url'), at('/connectors/1')]
  t.same(findingsAt(findings, at('/connectors/1')), [at('/connectors/1/url'), at('/connectors/1')])
})
