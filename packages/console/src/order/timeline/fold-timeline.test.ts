import type { TimelineEntry } from '@open-oms/client/types'
import t from 'tap'
import { foldTimeline } from './fold-timeline.ts'

const second = (seconds: number) => new Date(Date.UTC(2026, 0, 1, 12, 0, seconds)).toISOString()

type Kind = TimelineEntry['kind']

function entry(kind: Kind, seconds: number, { versionId = null, ...data }: Record<string, unknown>): TimelineEntry {
  return { time: second(seconds), kind, summary: '', actor: null, versionId: versionId as string | null, data }
}

const run = (runId: string, seconds: number, more: object) =>
  entry('workflowRun', seconds, { runId, state: 'Finished', shipmentId: null, returnId: null, ...more })
const step = (runId: string, actionType: string, more: object = {}) =>
  entry('workflowStep', 1, { runId, stepId: actionType, actionType, actionStatus: 'Success', attempt: 1, ...more })
const change = (seconds: number, data: { status: string; previousStatus: string | null; versionId: string }) =>
  entry('statusChanged', seconds, data)

t.test('given a status with steps, when its timeline is folded, then they are one event, newest first', async (t) => {
  const events = foldTimeline([
    entry('payment', 0, { amount: 10 }),
    run('a', 0, { status: 'New' }),
    step('a', 'Notification'),
    entry('version', 1, { operation: 'Create', versionId: 'v1' }),
    change(1, { status: 'New', previousStatus: null, versionId: 'v1' }),
    entry('version', 60, { operation: 'UpdateStatus', versionId: 'v2' }),
    change(60, { status: 'Shipped', previousStatus: 'New', versionId: 'v2' }),
    run('b', 60, { status: 'Shipped', state: 'Aborted' }),
    step('b', 'CapturePayments', { actionStatus: 'Error' }),
    step('b', 'CapturePayments', { actionStatus: 'Error', attempt: 2 }),
    step('b', 'BookShipment'),
  ])
  t.same(
    events.map(({ entry: { kind, data }, versionId }) => [kind, data.status ?? null, versionId]),
    [
      ['statusChanged', 'Shipped', 'v2'],
      ['payment', null, null],
      ['statusChanged', 'New', 'v1'],
    ],
    'the order was placed first, whatever ran before it was stored',
  )
  t.same(
    events[0]?.steps.map(({ data }) => [data.actionType, data.attempt]),
    [
      ['CapturePayments', 2],
      ['BookShipment', 1],
    ],
  )
  t.same(
    events[0]?.openSteps.map(({ data }) => data.actionType),
    ['CapturePayments'],
  )
  t.same(
    events[2]?.steps.map(({ data }) => data.actionType),
    ['Notification'],
  )
})

t.test('given writes with an entry of their own, when a timeline is folded, then nothing is said twice', async (t) => {
  const events = foldTimeline([
    change(0, { status: 'New', previousStatus: null, versionId: 'v1' }),
    entry('version', 5, { operation: 'AddComment', versionId: 'v2' }),
    entry('comment', 5, { detail: 'Call first' }),
    entry('version', 6, { operation: 'Workflow', versionId: 'v3' }),
    entry('version', 7, { operation: 'PatchOrder', changedFields: ['tags'], versionId: 'v4' }),
    entry('webhook', 8, { state: 'Delivered' }),
    entry('webhook', 9, { state: 'GivenUp' }),
    run('s', 100, { status: 'Shipped', shipmentId: '2' }),
    run('again', 200, { status: 'New' }),
  ])
  t.same(
    events.map(({ entry: { kind, data } }) => data.operation ?? data.runId ?? kind),
    ['again', 's', 'webhook', 'PatchOrder', 'comment', 'statusChanged'],
    'runs of a shipment, and of a status that was entered again, are events of their own',
  )
})
