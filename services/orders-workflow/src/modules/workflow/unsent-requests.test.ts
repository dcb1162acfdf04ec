import t from 'tap'
import { type Treatment, triedAgain, waitingProvider } from '../../testing/payments/waiting-provider.ts'
import { createdOrder, type OrdersTest, paymentsByType, testOrders, updateStatus } from '../../testing/test-orders.ts'
import { resumeAll } from '../../testing/workflow/resuming.ts'
import { configWithSteps } from '../../testing/workflow/stepped-config.ts'

const entering = async (
  t: { teardown(end: () => unknown): unknown; fail(message: string): unknown },
  given: ProviderScenario,
) => {
  const { treatments, retries } = given
  const provider = waitingProvider(...treatments)
  const steps = [{ name: 'CapturePayments', id: 'capture', stopOnError: true, retries, retryFor: '24h' }]
  const config = await configWithSteps(steps)
  const test = await testOrders(t, { config, connectors: provider.connectors, isMeantToFail: treatments.includes('dies') })
  test.deps.retryPauseMs = 1
  const { id } = await createdOrder(test)
  await updateStatus(test, id, { body: { status: 'InProgress' } })
  return { test, id, provider }
}
type ProviderScenario = { treatments: Treatment[]; retries: number }

/** What a cancellation makes of the order. */
const canceled = async (test: OrdersTest, id: string) =>
  (await updateStatus(test, id, { body: { status: 'Cancelled' } })).body.order

// A capture that the open circuit breaker had not let through counted as one of unknown outcome:
// the cancellation of the order ended with an error, and the authorisation stayed.
t.test(
  'given a capture that was never sent, when the order is cancelled, then the whole authorisation is voided without an error',
  async (t) => {
    const { test, id, provider } = await entering(t, { treatments: ['unsent'], retries: 0 })
    t.equal(await triedAgain(test), 1, 'it waits')
    const waiting = (await test.send({ url: `/api/Orders/${id}` })).body
    t.same(paymentsByType(waiting, 'Capture'), [], 'there was no request')
    t.match(waiting.errors, [{ status: 'Waiting', message: 'It is not called.' }])
    const order = await canceled(test, id)
    t.match(paymentsByType(order, 'Void'), [{ status: 'Processed', amount: 498.9 }])
    t.notOk(order.errors.some(({ key }: { key: string }) => key === 'CancelPayments'))
    t.equal(provider.asked.length, 0)
  },
)

const sentOnce: [title: string, given: ProviderScenario, continued: (test: OrdersTest) => Promise<unknown>][] = [
  ['in an earlier try of the step', { treatments: ['lost', 'unsent'], retries: 1 }, async () => undefined],
  ['in an earlier attempt of the waiting run', { treatments: ['lost', 'unsent'], retries: 0 }, triedAgain],
  ['by a process that died', { treatments: ['dies', 'unsent'], retries: 0 }, resumeAll],
]
for (const [title, given, continued] of sentOnce)
  t.test(
    `given a capture that was sent ${title} and not since, when the order is cancelled, then its amount is not voided`,
    async (t) => {
      const { test, id, provider } = await entering(t, given)
      await continued(test)
      t.equal(provider.captured.size, 1, 'the provider has it')
      const known = (await test.send({ url: `/api/Orders/${id}` })).body
      t.match(paymentsByType(known, 'Capture'), [{ status: 'Failed', transactionId: '', amount: 498.9 }])
      const order = await canceled(test, id)
      t.same(paymentsByType(order, 'Void'), [])
      t.match(order.errors.at(-1), { key: 'CancelPayments', status: null, message: /had no response/ })
    },
  )
