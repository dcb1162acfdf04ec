import { eventually } from '@open-oms/service-kit/testing/test-events'
import t from 'tap'
import { manualPayments } from '../../connectors/payment/manual.ts'
import { triedAgain, waitingProvider } from '../../testing/payments/waiting-provider.ts'
import { createdOrder, paymentsByType, testOrders, updateStatus } from '../../testing/test-orders.ts'
import { configWithSteps } from '../../testing/workflow/stepped-config.ts'

const config = await configWithSteps([{ name: 'CapturePayments', id: 'capture', stopOnError: true, retryFor: '24h' }])

// Each of them waited, and each tried the same again.
t.test(
  'given one status sent three times concurrently while the provider is unreachable, when all have failed, then one run waits, and its success leaves no error open',
  async (t) => {
    const provider = waitingProvider('away', 'away', 'away', 'done')
    const begun = Promise.withResolvers<void>()
    const capture = async (...call: Parameters<typeof manualPayments.capture>) => {
      await begun.promise
      return provider.connectors.payment().capture(...call)
    }
    const test = await testOrders(t, { config, connectors: { payment: () => ({ ...manualPayments, capture }) } })
    const { id } = await createdOrder(test)
    const runs = async () => (await test.send({ url: `/api/Orders/${id}/WorkflowRuns` })).body.result
    const sent = Promise.all([1, 2, 3].map(() => updateStatus(test, id, { body: { status: 'InProgress' } })))
    await eventually(async () => (await runs()).length === 3, 'three runs have begun')
    begun.resolve()
    for (const { body } of await sent) t.match(body, { isAborted: true })
    const states = (await runs()).map(({ state }: { state: string }) => state)
    t.same(states, ['Waiting', 'Aborted', 'Aborted'], 'the last one that began waits')
    const order = (await test.send({ url: `/api/Orders/${id}` })).body
    t.same(order.errors.map(({ status }: { status: string }) => status).sort(), ['Solved', 'Solved', 'Waiting'])
    t.equal(await triedAgain(test), 1)
    const captured = (await test.send({ url: `/api/Orders/${id}` })).body
    t.match(paymentsByType(captured, 'Capture'), [{ status: 'Processed', amount: 498.9 }])
    t.notOk(captured.errors.some(({ status }: { status: string }) => status !== 'Solved'))
    t.equal(provider.captured.size, 1)
    t.equal(await triedAgain(test), 0)
  },
)
