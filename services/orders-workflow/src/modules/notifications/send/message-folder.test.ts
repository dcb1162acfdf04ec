import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLogger } from '@open-oms/service-kit/observability/logger'
import { eventually } from '@open-oms/service-kit/testing/test-events'
import t, { type Test } from 'tap'
import { keepAsFile } from '../../../connectors/notification/message-files.ts'
import { enqueued, expirePauses, messageRows, sampleEmail, sampleSms } from '../../../testing/messages/test-messages.ts'
import { insertDirectly, simpleOrder, writer } from '../../../testing/orders/direct-writes.ts'
import { sampleConfig, testOrders } from '../../../testing/test-orders.ts'
import { purgeOrder } from '../../orders/delete/purge-order.ts'
import { noteKeptIn } from '../messages/message-removal.ts'
import { type ClaimedMessage, claimMessages, markFailed, markSent } from '../messages/message-store.ts'
import { messageFolder } from './message-folder.ts'
import { startMessages } from './start-messages.ts'

// A trial from outside purged an order: its e-mails stayed as files forever, and the rows of what
// was sent until an hourly job ran.

const config = await sampleConfig()
const log = createLogger({ service: 'test', level: 'silent' })
const { database, deps } = await testOrders(t, { config })
const { query, inTransaction } = database

t.beforeEach(async () => {
  await query({ text: 'with m as (delete from message) delete from message_file_removal' })
})

/** The message files in a data folder. */
const files = (dataDir: string) =>
  readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(eml|txt)/.test(name))

async function orderWithMessages(): Promise<string> {
  const id = randomUUID()
  await insertDirectly(deps, simpleOrder(id))
  await enqueued(database, [
    { ...sampleEmail(), orderId: id },
    { ...sampleSms(), orderId: id },
  ])
  return id
}

const purge = (orderId: string) => purgeOrder(deps, { orderId, write: writer })
const start = (dataDir: string) =>
  startMessages({ query, inTransaction, config: () => config, environment: () => undefined, dataDir, log })
const claimed = async () => await claimMessages(database, { email: 10, sms: 10 })
const pending = () => query({ text: 'select from message_file_removal' })

/** Writes all waiting messages as files and marks them sent, as a running service does. */
async function keepAll(dataDir: string): Promise<void> {
  const folder = messageFolder({ query, dataDir })
  for (const message of await claimed()) {
    t.same(await folder.keep(message), { outcome: 'sent' })
    await markSent(database, [message])
  }
}

const nothingIsLeft = (dataDir: string) =>
  eventually(
    async () => files(dataDir).length === 0 && (await messageRows(database)).length === 0 && (await pending()).length === 0,
    'no file, message or removal is left',
  )

t.test(
  'given an order whose messages are kept as files, when it is purged, then the rows go with it and the files immediately',
  async (t) => {
    const dataDir = t.testdir()
    const messages = await start(dataDir)
    t.teardown(messages.stop)
    const [id, other] = [await orderWithMessages(), await orderWithMessages()]
    await eventually(async () => (await messageRows(database)).every(({ state }) => state === 'Sent'), 'all are kept')
    t.equal(files(dataDir).length, 4)
    await purge(id)
    t.same(
      (await messageRows(database)).map(({ order_id }) => order_id),
      [other, other],
      'the rows are deleted with the commit',
    )
    await eventually(() => files(dataDir).length === 2, 'the files of the purged order are deleted')
    await purge(other)
    await nothingIsLeft(dataDir)
  },
)

t.test('given a process that dies right after the purge, when the next one starts, then it removes the files', async (t) => {
  const dataDir = t.testdir()
  const id = await orderWithMessages()
  await keepAll(dataDir)
  await purge(id)
  t.equal(files(dataDir).length, 2)
  t.equal((await pending()).length, 2)
  const messages = await start(dataDir)
  t.teardown(messages.stop)
  await nothingIsLeft(dataDir)
})

t.test('given messages that were never tried, when their order is purged, then no file is written', async (t) => {
  const dataDir = t.testdir()
  await purge(await orderWithMessages())
  const messages = await start(dataDir)
  t.teardown(messages.stop)
  await eventually(async () => (await messageRows(database)).length === 0, 'they are forgotten')
  t.same(files(dataDir), [])
})

t.test(
  'given a process that died with the file written and not marked, when the order is purged, then the file goes',
  async (t) => {
    const dataDir = t.testdir()
    const id = await orderWithMessages()
    const folder = messageFolder({ query, dataDir })
    for (const message of await claimed()) await folder.keep(message)
    const [half] = await claimed()
    t.equal(half, undefined)
    mkdirSync(join(dataDir, 'mail'), { recursive: true })
    const [name = ''] = readdirSync(join(dataDir, 'mail'))
    writeFileSync(join(dataDir, 'mail', `.${name}.unfinished`), 'half of an e-mail')
    await purge(id)
    await expirePauses(database)
    const messages = await start(dataDir)
    t.teardown(messages.stop)
    await nothingIsLeft(dataDir)
  },
)

t.test('given a purge between the note and the file, when the message is marked, then the file goes', async (t) => {
  const dataDir = t.testdir()
  const id = await orderWithMessages()
  const folder = messageFolder({ query, dataDir })
  const folderId = (await folder.open()) as string
  const messages = await claimed()
  for (const message of messages) t.same(await noteKeptIn(database, [message], folderId), ['noted'])
  await purge(id)
  for (const message of messages) {
    await keepAsFile(dataDir, message)
    await markSent(database, [message])
  }
  await folder.removePurged()
  await nothingIsLeft(dataDir)
})

t.test('given a process that is paused until its message is deleted, when it continues, then it leaves no file', async (t) => {
  const dataDir = t.testdir()
  await orderWithMessages()
  const forgetting: typeof query = async (statement) => {
    if (statement.name === 'messages-exist') await query({ text: 'delete from message' })
    return query(statement)
  }
  const folder = messageFolder({ query: forgetting, dataDir })
  const [message] = await claimed()
  await folder.keep(message as ClaimedMessage)
  t.same(files(dataDir), [])
  t.match(await folder.keep(message as ClaimedMessage), { outcome: 'unreachable' }, 'a purged message is not stored again')
  t.same(files(dataDir), [])
})

t.test('given processes with separate folders, when an order is purged, then each removes the files of its folder', async (t) => {
  const dir = t.testdir({ one: {}, two: {} })
  const [one, two] = [join(dir, 'one'), join(dir, 'two')]
  const id = await orderWithMessages()
  for (const dataDir of [one, two]) {
    const folder = messageFolder({ query, dataDir })
    for (const message of await claimed()) await folder.keep(message)
    await expirePauses(database)
  }
  for (const message of await claimed()) await markFailed(database, message, { reason: 'no' })
  await purge(id)
  await messageFolder({ query, dataDir: one }).removePurged()
  t.same([files(one).length, files(two).length], [0, 2])
  await messageFolder({ query, dataDir: two }).removePurged()
  await nothingIsLeft(two)
})

t.test(
  'given files that an earlier version has kept, when their order is purged, then they go, and unknown ones stay',
  async (t) => {
    const dataDir = t.testdir()
    const id = await orderWithMessages()
    for (const message of await claimed()) {
      await keepAsFile(dataDir, message)
      await markSent(database, [message])
    }
    await keepAsFile(dataDir, sampleEmail())
    await keepAsFile(dataDir, { ...sampleEmail(), created: new Date(Date.now() - 91 * 24 * 60 * 60_000).toISOString() })
    const [folder, same] = [messageFolder({ query, dataDir }), messageFolder({ query, dataDir })]
    const ids = await Promise.all([folder.open(), same.open()])
    t.equal(ids[0], ids[1], 'processes that share the folder share its id')
    await purge(id)
    await folder.removePurged()
    t.equal(files(dataDir).length, 2)
    await folder.removeOld()
    t.equal(files(dataDir).length, 1, 'what is older than messages are kept goes too')
  },
)

t.test('given an unusable folder, when a message is stored in it, then the message waits', async (t: Test) => {
  const dataDir = join(t.testdir({ file: 'a file where the folder should be' }), 'file')
  const folder = messageFolder({ query, dataDir })
  await t.rejects(folder.open(), /EEXIST|ENOTDIR/)
  await orderWithMessages()
  const [message] = await claimed()
  t.match(await folder.keep(message as ClaimedMessage), { outcome: 'unreachable', reason: /EEXIST|ENOTDIR/ })
})

t.test('given purges while messages are being marked, when both have ended, then no row of a purged order is left', async (t) => {
  const dataDir = t.testdir()
  const ids = await Promise.all(Array.from({ length: 20 }, orderWithMessages))
  const messages: ClaimedMessage[] = []
  for (let more = await claimed(); more.length > 0; more = await claimed()) messages.push(...more)
  await Promise.all([...ids.map(purge), ...messages.map((message) => markSent(database, [message]))])
  await messageFolder({ query, dataDir }).removePurged()
  t.same(await messageRows(database), [])
})
