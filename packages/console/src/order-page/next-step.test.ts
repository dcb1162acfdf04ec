import type { OrderExplanation } from '@open-oms/client/types'
import t from 'tap'
import { failedPayment, mainStep, nextSteps, primaryAction } from './next-step.ts'

type Action = OrderExplanation['reasons'][number]['actions'][number]

const meaning = {
  delivered: ['Completed'],
  canceled: ['Cancelled'],
  sent: ['Shipped', 'Completed'],
  working: ['InProgress', 'Packed', 'Shipped', 'Completed'],
}
const open = { order: { id: 'o', status: 'New' }, meaning, hasOpenGoods: true }
const call = (path: string, body: unknown = null, method: Action['method'] = 'POST'): Action => {
  return { sentence: '', method, url: `/api/Orders/o/${path}`, body }
}
const enter = (status: string) => call('UpdateStatus', { status })

t.test('given actions of the API, when they are read, then each is a dialog, a status, a link or a write', async (t) => {
  const { order } = open
  const steps = (...actions: Action[]) => nextSteps({ actions }, open)
  t.same(steps(call('Holds/h/Release', { note: '<why>' })), [{ kind: 'dialog', name: 'release' }])
  t.same(steps(call('WorkflowRuns/r/RetryStep'), call('WorkflowRuns/r/Resume')), [{ kind: 'dialog', name: 'retry' }], 'once')
  t.same(steps(enter('Packed'), enter('Shipped')), [
    { kind: 'status', status: 'Packed', as: 'other' },
    { kind: 'dialog', name: 'deliver' },
  ])
  t.same(steps(enter(order.status)), [{ kind: 'status', status: 'New', as: 'again' }])
  t.same(steps({ ...enter('Completed'), url: '/api/Returns/o/UpdateStatus', body: { returnId: '1', status: 'Completed' } }), [
    { kind: 'dialog', name: 'refund' },
  ])
  t.same(steps(call('Adjust', [{ skuId: 'CUP', delta: 1 }])), [{ kind: 'stock', skuId: 'CUP' }])
  t.same(steps(call('PatchOrder', { isReadOnly: false }, 'PATCH'), call('PatchOrder', { errors: [] }, 'PATCH')), [
    { kind: 'patch', name: 'unlock', body: { isReadOnly: false } },
    { kind: 'patch', name: 'resolve', body: { errors: [] } },
  ])
  t.same(steps(call('Restore')), [{ kind: 'restore' }])
  const payments = { payments: [] }
  t.same(
    steps({ ...call('PaymentLink'), code: 'SendPaymentLink' }, { ...call('AddPayments', payments), code: 'RecordPayment' }),
    [
      { kind: 'dialog', name: 'paymentLink' },
      { kind: 'dialog', name: 'recordPayment' },
    ],
  )
  t.same(steps({ ...call('AddPayments', payments), code: 'RecordVoid' }), [], 'that a provider has done is not for the dialog')
})

t.test('given actions that the page cannot do, when they are read, then there is no step', async (t) => {
  const command = { sentence: '', method: null, url: null, body: null, command: 'npm run' }
  const foreign = [command, enter('<status>'), call('UpdateStatus', { status: 'Shipped', shipmentInfo: {} }), call('Unknown')]
  t.same(nextSteps({ actions: foreign }, open), [])
  t.equal(mainStep({ actions: foreign }, open), null)
})

t.test('given several statuses that may follow, when one leads on, then it is the first that works on the goods', async (t) => {
  const actions = [enter('Pending'), enter('InProgress'), enter('Cancelled')]
  t.match(mainStep({ actions }, open), { status: 'InProgress' })
  t.equal(mainStep({ actions: [enter('Pending'), enter('Cancelled')] }, open), null, 'neither waiting nor cancelling leads on')
  t.match(mainStep({ actions: [enter('Completed')] }, { ...open, hasOpenGoods: false }), { status: 'Completed', as: 'delivered' })
})

t.test(
  'given offered actions, when one is most likely meant, then failures come before money, and money before goods',
  async (t) => {
    const primary = (...names: Parameters<typeof primaryAction>[0][number]['name'][]) =>
      primaryAction(names.map((name) => ({ name })))
    t.equal(primary('deliver', 'status', 'refund', 'retry'), 'retry')
    t.equal(primary('deliver', 'refund'), 'refund')
    t.equal(primary('status', 'deliver'), 'deliver')
    t.equal(primary('deliver', 'hold', 'release'), 'release', 'nothing is shipped while it is held')
    t.equal(primary('takeBack', 'message'), 'takeBack')
    t.equal(primary('status', 'message'), null)
    const offered = [{ name: 'deliver' }, { name: 'recordPayment' }] as const
    t.equal(primaryAction(offered, { kind: 'dialog', name: 'recordPayment' }), null, 'nothing is shipped that is not paid')
    t.equal(primaryAction(offered, { kind: 'dialog', name: 'deliver' }), 'deliver')
  },
)

t.test('given errors of an order, when a payment failed and is not solved, then that is known', async (t) => {
  const error = { stepId: 'Online.Shipped.CapturePayments', status: 'New' }
  const failed = (...errors: object[]) => failedPayment({ errors } as Parameters<typeof failedPayment>[0])
  t.ok(failed(error))
  t.notOk(failed({ ...error, status: 'Solved' }, { ...error, stepId: 'Online.Shipped.BookShipment' }, { ...error, stepId: null }))
})
