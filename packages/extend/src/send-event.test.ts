import t from 'tap'
import type { ExtensionEvent } from './event-handler.ts'
import { sendEvent } from './send-event.ts'

const event: ExtensionEvent = {
  specversion: '1.0',
  id: 'e',
  source: '/x',
  type: 'orders.order.created.v1',
  subject: 'o',
  data: {},
}
const types = ['orders.order.>']

t.test('given a handler, when an event is sent, then it gets a copy, and what it throws is said', async (t) => {
  const seen: unknown[] = []
  const handle = async (one: ExtensionEvent, call: object) => {
    seen.push([one.id, Object.keys(call).sort()])
    one.id = 'changed'
  }
  t.equal(await sendEvent({ types, handle }, event), null)
  t.same(seen, [['e', ['failures', 'idempotencyKey', 'signal', 'timeoutMs']]])
  t.equal(event.id, 'e')
  const throwing = () => {
    throw new Error('no points today')
  }
  t.equal(await sendEvent({ types, handle: throwing }, event), 'The extension failed: no points today')
  const never = () => new Promise<void>(() => undefined)
  t.match(await sendEvent({ types, handle: never }, event, { timeoutMs: 10 }), /no response from the extension within 10 ms/)
})

t.test('given a handler that the system would not load, when an event is sent, then an error says why', async (t) => {
  const handle = () => undefined
  await t.rejects(sendEvent(undefined, event), /has no onEvent/)
  await t.rejects(sendEvent({ types: [], handle }, event), /names no types/)
  await t.rejects(sendEvent({ types: ['orders.order.craeted.v1'], handle }, event), /which no event has/)
  await t.rejects(sendEvent({ types } as never, event), /has no function handle/)
})
