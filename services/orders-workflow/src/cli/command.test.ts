import { createLogger } from '@open-oms/service-kit/observability/logger'
import { runCommand } from '@open-oms/service-kit/testing/run-command'
import { type TestDatabase, testDatabase } from '@open-oms/service-kit/testing/test-database'
import { eventually } from '@open-oms/service-kit/testing/test-events'
import t from 'tap'
import { startWebhookSender } from '../modules/webhooks/webhook-sender.ts'
import { respond, testReceiver } from '../testing/webhooks/test-receiver.ts'
import { added, aSubscription, configured, deliveryRows, orderEvent } from '../testing/webhooks/test-webhooks.ts'
import { webhooks } from './command.ts'

const run = ({ url }: Pick<TestDatabase, 'url'>, ...args: string[]) => runCommand(webhooks, args, { DATABASE_URL: url })

t.test(
  'when deliveries are listed or replayed, then list shows outcomes, and replay sends one or a range again in order',
  async (t) => {
    const database = await testDatabase(t, 'orders-workflow')
    const { calls, url } = await testReceiver(t, respond(204))
    const sender = startWebhookSender({
      query: database.query,
      inTransaction: database.inTransaction,
      log: createLogger({ service: 'test', level: 'silent' }),
      subscribers: configured([aSubscription({ url })]).look,
      pollMs: 20,
    })
    t.teardown(() => sender.stop())
    t.match(await run(database, 'list'), { code: 0, output: 'There are no such deliveries.\n' })
    const events = [orderEvent('o1', 1), orderEvent('o1', 2), orderEvent('o2', 1)]
    await added(database, events)
    await added(database, [orderEvent('o3', 1)], ['gone'])
    const sent = (count: number) => eventually(() => calls.length === count, `${count} calls were made`)
    await sent(3)
    await eventually(
      async () => (await deliveryRows(database)).filter(({ state }) => state === 'Delivered').length === 3,
      'it is written down',
    )
    const { output } = await run(database, 'list', '--state', 'Delivered')
    t.match(output, /^ID +CREATED +SUBSCRIPTION +EVENT +TYPE +SUBJECT +STATE +TRIES +RESPONSE +REASON\n/)
    t.match(output, /erp +\S+ +orders\.order\.updated\.v1 +o2 +Delivered +1 +204/)
    t.notMatch(output, /gone/)
    const [first] = await deliveryRows(database)
    t.match(await run(database, 'replay', '--id', String(first?.id)), { code: 0, output: /^1 delivery handed/ })
    await sent(4)
    t.match(await run(database, 'replay', '--from', '2020-01-01', '--subscription', 'erp'), {
      code: 0,
      output: /^3 deliveries handed/,
    })
    await sent(7)
    const ids = calls.map(({ text }) => JSON.parse(text).id)
    t.equal(ids[3], events[0]?.id)
    const ofFirst = ids.slice(4).filter((id) => id !== events[2]?.id)
    t.same(ofFirst, [events[0]?.id, events[1]?.id])
  },
)

t.test('when a command is invalid, then it prints the reason and has the exit code', async (t) => {
  const database = await testDatabase(t, 'orders-workflow')
  t.match(await run(database, 'replay', '--id', '7'), { code: 1, output: /no such deliveries/ })
  t.match(await run(database, '--help'), { code: 0, output: /^Usage: npx oms webhooks/ })
  t.match(await run({ url: '' }, 'list'), { code: 1, errors: /DATABASE_URL/ })
  t.match(await run({ url: 'postgres://127.0.0.1:1/x' }, 'list'), { code: 1 })
  const wrong: [string[], RegExp][] = [
    [[], /Say what to do/],
    [['burn'], /Say what to do/],
    [['replay'], /Which ones/],
    [['replay', '--id', 'x'], /number of a delivery/],
    [['list', '--take', '0'], /--take needs a number/],
    [['list', '--from', 'yesterday'], /--from must be a time/],
    [['list', '--from', '2026-13-01'], /--from must be a time/],
    [['list', '--from', '2026-01-02', '--to', '2026-01-01'], /must be after/],
    [['list', '--state', 'Lost'], /--state is one of/],
    [['list', '--colour'], /Unknown option/],
  ]
  for (const [args, errors] of wrong) t.match(await run(database, ...args), { code: 2, errors }, args.join(' '))
})
