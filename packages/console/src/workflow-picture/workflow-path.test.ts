import type { TimelineEntry, WorkflowRun } from '@open-oms/client/types'
import t from 'tap'
import { readOrderPageView } from '../order-page/order-page-view.ts'
import { workflowGraph } from './workflow-graph.ts'
import { lastTries, tookMs, workflowPath } from './workflow-path.ts'

const at = (minute: number) => `2026-01-01T10:0${minute}:00.000Z`

const change = (minute: number, previousStatus: string | null, status: string): TimelineEntry => ({
  time: at(minute),
  kind: 'statusChanged',
  summary: '',
  actor: 'kari',
  versionId: 'v',
  data: { status, previousStatus },
})

const step = (stepId: string, attempt: number, actionStatus: string | null): WorkflowRun['steps'][number] => ({
  stepId,
  actionType: stepId,
  actionStatus,
  attempt,
  started: at(attempt),
  finished: actionStatus === null ? null : at(attempt + 1),
  errorReason: null,
  reasonClass: null,
})

const run = (status: string, given: Partial<WorkflowRun> = {}): WorkflowRun => ({
  runId: `${status} ${given.started}`,
  orderId: 'o',
  shipmentId: null,
  returnId: null,
  status,
  state: 'Finished',
  nextAttempt: null,
  reasonClass: null,
  reason: null,
  started: at(1),
  finished: at(2),
  startedBy: 'kari',
  steps: [],
  ...given,
})

const transitions = [
  { status: 'New', allowed: true, reasons: [] },
  { status: 'Shipped', allowed: true, reasons: [] },
  { status: 'Completed', allowed: true, reasons: [] },
  { status: 'Cancelled', allowed: false, reasons: ['Goods have left.'] },
]
const entries = [change(0, null, 'New'), change(1, 'New', 'Shipped'), change(2, 'Shipped', 'New'), change(3, 'New', 'Shipped')]
const known = { status: 'Shipped', transitions, entries, runs: [] as WorkflowRun[] }

t.test(
  'given a way with a return to a status, when it is read, then statuses are in the order of their first time',
  async (t) => {
    const { statuses, moves, began } = workflowPath(known)
    t.same(
      statuses.map(({ name, state, isAllowed }) => [name, state, isAllowed]),
      [
        ['New', 'past', true],
        ['Shipped', 'current', false],
        ['Completed', 'next', true],
        ['Cancelled', 'refused', false],
      ],
    )
    t.match(moves, [
      { from: 'New', to: 'Shipped', time: at(3), count: 2 },
      { from: 'Shipped', to: 'New', time: at(2), count: 1 },
    ])
    t.same(began, { status: 'New', time: at(0) })
  },
)

t.test('given a status that the type has no more, when it is read, then it is still on the way', async (t) => {
  const { statuses } = workflowPath({ ...known, entries: [change(0, null, 'Old'), change(1, 'Old', 'Shipped')] })
  t.match(statuses[0], { name: 'Old', state: 'past', isAllowed: false })
  t.match(workflowPath({ ...known, entries: [] }).statuses[0], { name: 'Shipped', state: 'current' }, 'without a timeline')
})

t.test('given runs of the order, a shipment and a return, when they are counted, then each step counts once', async (t) => {
  const retried = run('Shipped', {
    state: 'Waiting',
    steps: [step('a', 1, 'Error'), step('a', 2, 'Success'), step('b', 1, null)],
  })
  const failed = run('New', { state: 'Aborted', started: at(5), steps: [step('c', 1, 'Error')] })
  const ofShipment = run('New', { shipmentId: '1', started: at(0), steps: [step('d', 1, 'Warning')] })
  const ofReturn = run('Completed', { returnId: 'r', steps: [step('e', 1, 'Success')] })
  const path = workflowPath({ ...known, runs: [failed, retried, ofShipment, ofReturn] })
  const [first, current, next] = path.statuses
  t.same(first?.outcomes, { done: 1, failed: 1, open: 0 })
  t.same(
    first?.runs.map(({ shipmentId }) => shipmentId),
    ['1', null],
    'the oldest first',
  )
  t.same(current?.outcomes, { done: 1, failed: 0, open: 1 })
  t.same(next?.runs, [])
  t.same(
    lastTries(retried).map(({ stepId, attempt }) => [stepId, attempt]),
    [
      ['a', 2],
      ['b', 1],
    ],
  )
  t.same([tookMs(step('a', 1, 'Success')), tookMs(step('a', 1, null))], [60_000, null])
  const words = {
    time: (time: string) => time,
    now: 'now',
    status: (name: string) => `the ${name}`,
    again: (time: string, count: number) => `${time} ${count}`,
    outcomes: () => 'steps',
  }
  const { nodes, edges } = workflowGraph(path, words)
  t.match(nodes, [
    { id: 'New', label: 'the New', kind: 'failed', detail: 'steps' },
    { id: 'Shipped', kind: 'waiting', detail: 'now · steps' },
    { id: 'Completed', kind: 'plain' },
  ])
  t.equal(nodes.length, 3, 'what may not come is in the lists alone')
  t.match(edges, [
    { from: 'New', to: 'Shipped', label: `${at(3)} 2`, kind: 'taken' },
    { from: 'Shipped', to: 'New', kind: 'taken' },
    { from: 'Shipped', to: 'Completed', kind: 'next' },
  ])
})

t.test('given an address of an order, when it is read, then a status is chosen only in an open workflow', async (t) => {
  t.same(readOrderPageView({ workflow: 'open', status: 'New', other: 1 }), { workflow: 'open', status: 'New' })
  t.same(readOrderPageView({ workflow: 'open', status: 7 }), { workflow: 'open' })
  t.same(readOrderPageView({ workflow: 'yes', status: 'New' }), {})
})
