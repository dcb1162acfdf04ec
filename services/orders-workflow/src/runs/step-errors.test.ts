import type { EntityError } from '@open-oms/contracts/orders/primitive-models'
import t from 'tap'
import { needsSomebody, stockSteps } from '../order/rules/input/entity-errors.ts'
import { sampleOrder } from '../testing/sample-order.ts'
import { type StepOfRun, withoutWaitingErrors, withSolvedErrors, withStepError } from './step-errors.ts'

const NOW = '2026-03-01T08:00:00.000Z'
const LATER = '2026-03-01T09:00:00.000Z'
const run = { id: 'run-1', shipmentId: null, returnId: null }
const step = { id: 'capture', name: 'CapturePayments' }
const capture: StepOfRun = { run, step, names: ['CapturePayments', 'CapturePayment'], isPerStep: false }
const webhook: StepOfRun = { run, step: { id: 'to-erp', name: 'Webhook' }, names: ['Webhook'], isPerStep: true }
const failure = { run, step, message: 'It was unreachable.', severity: 'Error', occurred: NOW, isWaiting: false } as const
const errorStatuses = ({ errors }: { errors: readonly EntityError[] }) => errors.map(({ status }) => status)

t.test(
  'given a step that waits, when it fails again, then its error stays as it is; when it fails permanently, it is open',
  (t) => {
    const waiting = withStepError(sampleOrder({}), { ...failure, isWaiting: true })
    t.match(waiting.errors, [{ key: 'CapturePayments', status: 'Waiting', stepId: 'capture', referenceId: 'run-1' }])
    t.notOk(waiting.errors.some(needsSomebody))
    t.equal(withStepError(waiting, { ...failure, occurred: LATER, isWaiting: true }), waiting)
    const open = withStepError(waiting, { ...failure, occurred: LATER, message: 'It was refused.' })
    t.match(open.errors, [{ status: null, occurred: LATER, message: 'It was refused.' }])
    t.equal(open.errors.length, 1)
    t.ok(open.errors.some(needsSomebody))
    t.end()
  },
)

t.test('given errors of a step, when it succeeds, then the errors it resolves are solved, with time and user', (t) => {
  const solvedBy = (by: StepOfRun, of: Partial<StepOfRun>) => {
    const order = withStepError(sampleOrder({}), { ...failure, ...of })
    return errorStatuses(withSolvedErrors(order, by, LATER))[0] === 'Solved'
  }
  const ofShipment = (shipmentId: string | null, id = 'run-2') => ({ run: { id, shipmentId, returnId: null } })
  const ofForm = (returnId: string) => ({ run: { id: 'run-3', shipmentId: null, returnId } })
  t.match(withSolvedErrors(withStepError(sampleOrder({}), failure), capture, LATER).errors, [
    { status: 'Solved', solved: LATER, solvedBy: 'workflow', occurred: NOW },
  ])
  t.ok(solvedBy(capture, {}), 'in the same run')
  t.ok(solvedBy({ ...capture, ...ofShipment(null) }, {}), 'in another run')
  t.ok(solvedBy({ ...capture, step: { ...step, id: 'of-another-status' } }, {}), 'in another status')
  t.ok(solvedBy(capture, ofShipment('2')), 'the whole order covers its shipments')
  t.notOk(solvedBy({ ...capture, ...ofShipment('1') }, {}), 'a shipment does not cover the order')
  t.notOk(solvedBy({ ...capture, ...ofShipment('1') }, ofShipment('2', 'run-4')), 'another shipment')
  t.notOk(solvedBy({ ...capture, ...ofForm('R-1') }, {}), 'a return form does not cover the order')
  t.notOk(solvedBy({ ...capture, ...ofForm('R-1') }, { run: { ...ofForm('R-2').run, id: 'run-5' } }), 'another return form')
  t.notOk(solvedBy(webhook, {}), 'another step')
  t.end()
})

t.test('given a step whose effect is one per step, when another of its name succeeds, then its error stays open', (t) => {
  const order = withStepError(sampleOrder({}), { ...failure, step: { id: 'to-crm', name: 'Webhook' } })
  t.equal(withSolvedErrors(order, webhook, LATER), order)
  t.same(errorStatuses(withSolvedErrors(order, { ...webhook, step: { id: 'to-crm', name: 'Webhook' } }, LATER)), ['Solved'])
  t.end()
})

t.test('given an error of an earlier version, when its step succeeds in the same run, then it is solved', (t) => {
  const { stepId: _, ...old } = withStepError(sampleOrder({}), failure).errors[0] as EntityError
  const order = { ...sampleOrder({}), errors: [old, { ...old, referenceId: 'another' }] }
  t.same(errorStatuses(withSolvedErrors(order, capture, LATER)), ['Solved', 'Solved'])
  t.same(errorStatuses(withSolvedErrors(order, { ...capture, run: { ...run, shipmentId: '1' } }, LATER)), ['Solved', null])
  t.end()
})

t.test('given a run that is not tried again, when its waiting ends, then only its waiting errors change', (t) => {
  const waiting = withStepError(sampleOrder({}), { ...failure, isWaiting: true })
  const both = withStepError(waiting, { ...failure, run: { ...run, id: 'run-2' }, isWaiting: true })
  t.same(errorStatuses(withoutWaitingErrors(both, 'run-1', () => ({ becomes: 'open', by: '', now: LATER }))), [null, 'Waiting'])
  const deleted = withoutWaitingErrors(both, 'run-1', () => ({ becomes: 'Deleted', by: 'kari', now: LATER }))
  t.match(deleted.errors, [{ status: 'Deleted', solved: LATER, solvedBy: 'kari' }, { status: 'Waiting' }])
  t.end()
})

t.test('given warnings, when they are about stock, then they need no attention; a failed booking does', (t) => {
  const warning = { severity: 'Warning', status: null }
  for (const key of stockSteps) t.notOk(needsSomebody({ ...warning, key }), `${key}`)
  t.ok(needsSomebody({ ...warning, key: 'BookShipment' }))
  t.ok(needsSomebody({ ...warning, key: 'ReduceInventory', severity: 'Error' }))
  for (const status of ['Solved', 'Deleted', 'Waiting'])
    t.notOk(needsSomebody({ key: 'BookShipment', severity: 'Error', status }))
  t.end()
})
