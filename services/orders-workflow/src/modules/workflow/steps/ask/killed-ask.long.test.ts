import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { answers } from '../../../../testing/payments/asked-service.ts'
import { createdOrder, testOrders } from '../../../../testing/test-orders.ts'
import { testReceiver } from '../../../../testing/webhooks/test-receiver.ts'
import { resumeAll } from '../../../../testing/workflow/resuming.ts'
import { askingConfig } from '../../../../testing/workflow/stepped-config.ts'

const child = fileURLToPath(new URL('../../../../testing/workflow/dies-after-answer.ts', import.meta.url))

t.test('given a process killed between answer and record, when another takes over, then the answer counts once', async (t) => {
  const service = await testReceiver(
    t,
    answers({ result: 'done', tags: ['checked'], properties: [{ key: 'Score', value: '1' }] }),
  )
  const test = await testOrders(t, { config: await askingConfig(service.url) })
  const { id, versionId } = await createdOrder(test)
  const [, signal] = await once(fork(child, [test.database.url, service.url, id]), 'exit')
  t.equal(signal, 'SIGKILL')
  t.match((await test.send({ url: `/api/Orders/${id}` })).body, { status: 'InProgress', tags: { length: 0 } })
  t.equal(await resumeAll(test), 1)
  const { body } = await test.send({ url: `/api/Orders/${id}` })
  t.match(body, { tags: ['checked'], readyForPickup: String, errors: { length: 0 } })
  t.not(body.versionId, versionId)
  t.equal(body.properties.filter(({ key }: { key: string }) => key === 'Score').length, 1)
  t.equal(service.calls.length, 2)
  t.equal(new Set(service.calls.map(({ text, headers }) => `${text}${headers['idempotency-key']}`)).size, 1, 'one question')
})
