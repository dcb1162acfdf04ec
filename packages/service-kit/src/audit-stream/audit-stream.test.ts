import { auditStream } from '@open-oms/contracts/audit/audit-record'
import pino from 'pino'
import t from 'tap'
import { auditEntry, systemOrigin } from '../audit/audit-entry.ts'
import { storeEntriesNow, waitingEntries } from '../audit/audit-trail.ts'
import { testDatabase } from '../testing/test-database.ts'
import { eventually, testEvents } from '../testing/test-events.ts'
import { keepForwarding, keepTaking, publishEntry } from './audit-stream.ts'

const log = pino({ level: 'silent' })
const entry = (index: number) => auditEntry('test', systemOrigin('test'), { act: 'Export', details: { index } })

t.test('given a service and the keeper of the log, when one is away for a while, then each entry arrives once', async (t) => {
  const { nats } = await testEvents(t)
  const [service, keeper] = [await testDatabase(t, 'accounting-read'), await testDatabase(t, 'orders-workflow')]
  const arrived = async () => (await waitingEntries(keeper, 100)).map(({ entry: { details } }) => details.index).sort()
  await storeEntriesNow(service, [entry(0), entry(1)])
  // The stream is made by the keeper: until then entries wait at the service.
  const forwarding = keepForwarding({ nats, database: service, log })
  const first = keepTaking({ nats, database: keeper, log }, 1)
  await eventually(async () => (await arrived()).length === 2, 'two have arrived')
  await first.stop()
  const direct = entry(3)
  await storeEntriesNow(service, [entry(2)])
  await publishEntry(nats.jetstream, direct)
  await publishEntry(nats.jetstream, direct)
  await eventually(async () => (await waitingEntries(service, 100)).length === 0, 'the service has none left')
  const second = keepTaking({ nats, database: keeper, log }, 1)
  await eventually(async () => (await arrived()).length === 4, 'the others have arrived')
  await second.stop()
  await forwarding.stop()
  t.same(await arrived(), ['0', '1', '2', '3'])
  t.equal((await nats.manager.streams.info(auditStream.name)).state.messages, 0)
})

t.test('given entries that come one after the other, when they are taken, then each arrives at once', async (t) => {
  const { nats } = await testEvents(t)
  const keeper = await testDatabase(t, 'orders-workflow')
  const taking = keepTaking({ nats, database: keeper, log }, 1)
  await eventually(
    async () => (await nats.manager.streams.info(auditStream.name).catch(() => null)) !== null,
    'the stream is made',
  )
  for (const index of [0, 1, 2, 3]) {
    // Two together: the second one is still to come when the first is taken.
    await Promise.all([publishEntry(nats.jetstream, entry(index)), publishEntry(nats.jetstream, entry(index))])
    await eventually(async () => (await waitingEntries(keeper, 100)).length === 2 * (index + 1), `pair ${index} has arrived`)
  }
  await taking.stop()
  t.equal((await nats.manager.streams.info(auditStream.name)).state.messages, 0)
})
