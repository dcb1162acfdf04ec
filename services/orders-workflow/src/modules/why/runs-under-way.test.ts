import { eventually } from '@open-oms/service-kit/testing/test-events'
import t from 'tap'
import { manualPayments } from '../../connectors/payment/manual.ts'
import type { PaymentConnector } from '../../connectors/payment/payment-connector.ts'
import { carriedOut, fetchExplanation, reasonCodes, requireReason } from '../../testing/orders/explaining.ts'
import { createdOrder, testOrders, updateStatus } from '../../testing/test-orders.ts'
import { runOfOrder } from '../../testing/workflow/run-of-order.ts'
import { configWithSteps } from '../../testing/workflow/stepped-config.ts'
import { resumeRuns } from '../workflow/runner/resume.ts'

const config = await configWithSteps([
  { name: 'GenerateSecretKey', id: 'key' },
  { name: 'CapturePayments', id: 'capture', stopOnError: true },
])
const test = await testOrders(t, { config })

t.test('given a run that a process carries out, when the order is explained, then the next step is named', async (t) => {
  const { id } = await createdOrder(test)
  const runId = await runOfOrder(test, { id, config })
  const explanation = await fetchExplanation(test, id)
  t.match(requireReason(explanation, 'RunUnderWay'), {
    waitsFor: 'Time',
    next: { sentence: 'Next step: GenerateSecretKey.' },
    evidence: [{ kind: 'Run', data: { runId, state: 'Running', takeOvers: 0 } }],
  })
  t.notOk(reasonCodes(explanation).includes('AwaitingStatus'), 'nobody has to send a status meanwhile')
})

t.test('given a run that another process has taken over, when the order is explained, then that is said', async (t) => {
  const { id } = await createdOrder(test)
  await runOfOrder(test, { id, config, fencingToken: 3 })
  t.match(requireReason(await fetchExplanation(test, id), 'RunTakenOver'), {
    sentence: /was taken over by another process/,
    evidence: [{ kind: 'Run', data: { takeOvers: 2 } }],
  })
})

t.test(
  'given the run of a dead process, when the order is explained, then it is taken over, and after that it has ended',
  async (t) => {
    const { id } = await createdOrder(test)
    await updateStatus(test, id, { body: { status: 'InProgress', skipRunWorkflow: true } })
    await runOfOrder(test, { id, config, leaseSeconds: -1 })
    t.match(requireReason(await fetchExplanation(test, id), 'RunOrphaned'), {
      sentence: /has not responded since \d/,
      waitsFor: 'Time',
      next: { sentence: /takes over within seconds/ },
    })
    await resumeRuns(test.deps)
    await test.background.idle()
    t.strictSame(reasonCodes(await fetchExplanation(test, id)), ['AwaitingStatus'])
  },
)

t.test('given a run that ten processes could not end, when it is given up, then the action goes on with it', async (t) => {
  const { id } = await createdOrder(test)
  await updateStatus(test, id, { body: { status: 'InProgress', skipRunWorkflow: true } })
  await runOfOrder(test, { id, config, leaseSeconds: -1, fencingToken: 12 })
  await resumeRuns(test.deps)
  const reason = requireReason(await fetchExplanation(test, id), 'RunInterrupted')
  t.match(reason, {
    waitsFor: 'Person',
    sentence: /stopped after ten attempts/,
    evidence: [{ data: { state: 'Interrupted' } }],
  })
  t.equal((await carriedOut(test, reason.actions[0])).status, 200)
  t.notOk(reasonCodes(await fetchExplanation(test, id)).includes('RunInterrupted'))
})

t.test('given a provider that has not responded yet, when the order is explained, then the step is under way', async (t) => {
  const responded = Promise.withResolvers<void>()
  const capture: PaymentConnector['capture'] = async (request) => {
    await responded.promise
    return manualPayments.capture(request)
  }
  const slow = await testOrders(t, {
    config,
    database: test.database,
    connectors: { payment: () => ({ ...manualPayments, capture }) },
  })
  const { id } = await createdOrder(slow)
  const response = updateStatus(slow, id, { body: { status: 'InProgress' } })
  await eventually(async () => reasonCodes(await fetchExplanation(test, id)).includes('StepUnderWay'), 'the call has begun')
  const reason = requireReason(await fetchExplanation(test, id), 'StepUnderWay')
  t.match(reason, {
    sentence: /^Waiting for the response to CapturePayments of /,
    evidence: [{ kind: 'Run' }, { kind: 'Attempt', data: { step: 'CapturePayments', attempt: 1 } }],
  })
  t.equal(Date.parse(reason.next?.at ?? '') - Date.parse(reason.since ?? ''), 30_000, 'the time-out of the step')
  responded.resolve()
  t.equal((await response).body.isAborted, false)
  t.notOk(reasonCodes(await fetchExplanation(test, id)).includes('StepUnderWay'))
})
