import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { documentStream } from '@open-oms/contracts/config/stored-documents'
import { type StreamName, streams } from '@open-oms/contracts/event'
import { lossReplyPrefix, lossSubjects } from '@open-oms/contracts/event-losses'
import { type NatsUser, natsUsers } from '@open-oms/contracts/events/nats-user-names'
import {
  type Durable,
  durables,
  type NatsService,
  type NatsServiceName,
  natsInboxPrefix,
  natsServices,
  publishedStreams,
} from '@open-oms/contracts/nats-users'
import { startTemporaryNats } from '@open-oms/local-servers/temporary-nats'
import { startConsumers } from '@open-oms/service-kit/consumers/consume'
import { publisherClient } from '@open-oms/service-kit/event-losses/ask-publisher'
import { serveLossRequests } from '@open-oms/service-kit/event-losses/serve-loss-requests'
import { connectNats, type Nats } from '@open-oms/service-kit/events/connect-nats'
import { defineConsumer } from '@open-oms/service-kit/events/consumer'
import { followDocuments, shareDocuments } from '@open-oms/service-kit/events/shared-documents'
import { rewindConsumers } from '@open-oms/service-kit/events/watch-streams'
import { createLogger } from '@open-oms/service-kit/observability/logger'
import { testDatabase } from '@open-oms/service-kit/testing/test-database'
import { eventually } from '@open-oms/service-kit/testing/test-events'
import t, { type Test } from 'tap'
import { root } from '../root.ts'
import { buildNatsUrls, natsAuthorization, newNatsPasswords } from './nats-authorization.ts'

const log = createLogger({ service: 'test', level: 'silent' })
const refused = { code: 'PERMISSIONS_VIOLATION' }
const serviceNames = Object.keys(natsServices) as NatsServiceName[]
const findNatsService = (name: NatsServiceName): NatsService => natsServices[name]

/** A server without streams that lets in the users of deploy/nats-users.conf. */
async function serverWithUsers(t: Test) {
  const passwords = newNatsPasswords()
  const server = await startTemporaryNats(natsAuthorization(passwords))
  t.teardown(() => server.remove())
  const urls = buildNatsUrls(server.url, passwords)
  const connectAs = async (user: NatsUser): Promise<Nats> => {
    const names = user in natsServices ? findNatsService(user as NatsServiceName).streams : []
    const nats = await connectNats({ url: urls[user], log, streams: names, inboxPrefix: natsInboxPrefix(user) })
    t.teardown(() => nats.close())
    return nats
  }
  return { server, urls, connectAs }
}

/** The server of all users, connected; the services have made the streams. */
async function everybody(t: Test): Promise<Record<NatsUser, Nats>> {
  const { connectAs } = await serverWithUsers(t)
  const connected: [NatsUser, Nats][] = []
  for (const user of natsUsers) connected.push([user, await connectAs(user)])
  return Object.fromEntries(connected) as Record<NatsUser, Nats>
}

const durableConfig = ({ name, filterSubject }: Durable) => ({
  durable_name: name,
  filter_subject: filterSubject,
  ack_policy: 'explicit' as never,
})

/** Resolves with the code of the error that the server responds to a subscription with. */
function subscriptionError({ connection }: Nats, subject: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    connection.subscribe(subject, { callback: (error) => resolve(error?.code) })
    // The server responds in order: after the flush it has accepted the subscription.
    void connection.flush().then(() => setImmediate(() => resolve(undefined)))
  })
}

t.test(
  'given an empty server, when each service connects, then the four streams are there, each made by one service',
  async (t) => {
    const made = serviceNames.flatMap((name) => findNatsService(name).streams)
    t.same([...made].sort(), Object.keys(streams).sort())
    const users = await everybody(t)
    const found = (await users.operator.manager.streams.list().next()).map(({ config }) => config.name)
    t.same(found.sort(), Object.keys(streams).sort())
  },
)

t.test('given the NATS users, when services publish and consume, then each may do what it needs', async (t) => {
  const users = await everybody(t)
  for (const name of serviceNames) {
    const { jetstream, manager } = users[name]
    for (const { type, stream } of findNatsService(name).publishes) {
      const { seq } = await jetstream.publish(type, type)
      t.equal((await manager.streams.getMessage(stream, { seq })).subject, type)
    }
    for (const stream of findNatsService(name).streams) t.ok(await manager.streams.info(stream), `${name}: ${stream}`)
  }
  await users['erp-connector'].jetstream.publish('erp.posting.exported.v1', 'x')
  for (const name of serviceNames) {
    const { jetstream, manager } = users[name]
    for (const durable of findNatsService(name).durables) {
      await manager.consumers.add(durable.stream, durableConfig(durable))
      await manager.consumers.update(durable.stream, durable.name, { filter_subject: durable.filterSubject })
      const message = await (await jetstream.consumers.get(durable.stream, durable.name)).next()
      t.equal(await message?.ackAck(), true, `${durable.name} reads and acknowledges`)
      t.ok((await manager.streams.info(durable.stream)).state.messages > 0)
    }
  }
})

t.test('given documents of the configuration, when users read and write them, then each may do what it needs', async (t) => {
  const users = await everybody(t)
  await shareDocuments(users['orders-workflow'], { read: async () => ({ 'users.json': 'x' }) })
  for (const user of ['gateway', ...serviceNames] as const) {
    const seen = Promise.withResolvers<unknown>()
    const takeOver = async (documents: object) => {
      seen.resolve(documents)
      return true
    }
    const following = followDocuments(users[user], { takeOver, log })
    t.same(await seen.promise, { 'users.json': 'x' }, user)
    await following.stop()
    t.equal(await subscriptionError(users[user], documentStream.subject), undefined, user)
  }
  const read = { last_by_subj: documentStream.subject }
  await t.rejects(users['erp-connector'].manager.streams.getMessage(documentStream.name, read), refused)
  t.equal(await subscriptionError(users['erp-connector'], documentStream.subject), 'PERMISSIONS_VIOLATION')
  for (const user of natsUsers) {
    if (user === 'operator') continue
    const { jetstream, manager } = users[user]
    if (user !== 'orders-workflow') await t.rejects(jetstream.publish(documentStream.subject, 'forged'), refused, user)
    await t.rejects(manager.streams.delete(documentStream.name), refused, user)
    await t.rejects(manager.streams.purge(documentStream.name), refused, user)
  }
})

t.test(
  'given a stream that is not there yet, when its service makes it, then the consumer of another service continues',
  async (t) => {
    const { connectAs } = await serverWithUsers(t)
    const database = await testDatabase(t)
    const orders = await connectAs('orders-workflow')
    const deps = { database, databaseUrl: database.url, nats: orders, log }
    const running = startConsumers(deps, [defineConsumer({ ...durables.ordersProducts, handlers: {} })])
    t.teardown(() => running.stop())
    await t.rejects(running.lag(), { message: 'stream not found' }, 'there is no stream')
    const catalog = await connectAs('catalog-assets')
    await catalog.jetstream.publish('catalog.product.created.v1', 'x')
    const isHandled = async () => (await running.lag())[durables.ordersProducts.name] === 0
    await eventually(isHandled, 'the event is acknowledged')
    t.equal((await orders.manager.consumers.info('CATALOG', durables.ordersProducts.name)).ack_floor.stream_seq, 1)
  },
)

t.test(
  'given a server of the version before, which had one user, when it has the users, then streams and consumers go on',
  async (t) => {
    const server = await startTemporaryNats('authorization { user: oms, password: "of-all" }')
    t.teardown(() => server.remove())
    const before = await connectNats({ url: server.url, user: 'oms', password: 'of-all', log })
    for (const durable of Object.values(durables)) await before.manager.consumers.add(durable.stream, durableConfig(durable))
    await before.jetstream.publish('orders.order.created.v1', 'first')
    await (await (await before.jetstream.consumers.get('ORDERS', 'orders-webhooks')).next())?.ackAck()
    await before.close()

    const passwords = newNatsPasswords()
    await server.stop()
    await server.start(natsAuthorization(passwords))
    const { streams: names } = natsServices['orders-workflow']
    const url = buildNatsUrls(server.url, passwords)['orders-workflow']
    const orders = await connectNats({ url, log, streams: names, inboxPrefix: natsInboxPrefix('orders-workflow') })
    t.teardown(() => orders.close())
    await orders.jetstream.publish('orders.order.created.v1', 'second')
    const next = await (await orders.jetstream.consumers.get('ORDERS', 'orders-webhooks')).next()
    t.equal(next?.string(), 'second', 'the consumer is where it was')
  },
)

t.test('given the NATS users, when one publishes the events of another, then it is refused', async (t) => {
  const users = await everybody(t)
  const subjects = serviceNames.flatMap((name) =>
    findNatsService(name).publishes.map(({ type }) => ({ type, owner: name as NatsUser })),
  )
  subjects.push({ type: 'erp.posting.exported.v1', owner: 'erp-connector' })
  for (const user of natsUsers) {
    if (user === 'operator') continue
    for (const { type, owner } of subjects)
      if (owner !== user) await t.rejects(users[user].jetstream.publish(type, 'forged'), refused, `${user}: ${type}`)
  }
  const { manager } = users.operator
  for (const name of Object.keys(streams)) t.equal((await manager.streams.info(name)).state.messages, 0, name)
})

t.test('given the NATS users, when one but the operator changes or empties a stream, then it is refused', async (t) => {
  const users = await everybody(t)
  for (const user of natsUsers) {
    if (user === 'operator') continue
    const { manager } = users[user]
    for (const name of Object.keys(streams) as StreamName[]) {
      await t.rejects(manager.streams.delete(name), refused, `${user} deletes ${name}`)
      await t.rejects(manager.streams.purge(name), refused, `${user} purges ${name}`)
      await t.rejects(manager.streams.deleteMessage(name, 1), refused, `${user} removes a message of ${name}`)
      await t.rejects(users[user].connection.request(`$JS.API.STREAM.UPDATE.${name}`, '{}'), refused, `${user} updates ${name}`)
    }
  }
  // A stream that copies its events to the subjects of others would publish in their name.
  const republish = { src: 'catalog.product.created.v1', dest: 'orders.payment.recorded.v1' }
  const copying = { name: 'CATALOG', subjects: [streams.CATALOG], republish }
  await t.rejects(users['catalog-assets'].manager.streams.add(copying), {
    message: 'stream name already in use with a different configuration',
  })
})

/** What only a server's operator asks of it, and what belongs to other users. */
function foreignSubjects(user: NatsUser): string[] {
  const service = user in natsServices ? findNatsService(user as NatsServiceName) : null
  const own: readonly string[] = [...(service?.streams ?? []), ...(service?.durables.map(({ name }) => name) ?? [])]
  const others = Object.keys(streams).filter((stream) => !own.includes(stream))
  const consumers = Object.values(durables).filter(({ name }) => !own.includes(name))
  return [
    ...[...others, 'ANOTHER'].map((stream) => `$JS.API.STREAM.CREATE.${stream}`),
    ...Object.keys(streams).flatMap((stream) => [
      `$JS.API.STREAM.SNAPSHOT.${stream}`,
      `$JS.API.STREAM.RESTORE.${stream}`,
      `$JS.API.STREAM.LEADER.STEPDOWN.${stream}`,
      `$JS.API.STREAM.PEER.REMOVE.${stream}`,
    ]),
    // An acknowledgement for another would consume its event.
    ...consumers.map(({ stream, name }) => `$JS.ACK.${stream}.${name}.1.1.1.1700000000000000000.0`),
    ...Object.values(durables).map(({ stream, name }) => `$JS.API.CONSUMER.PAUSE.${stream}.${name}`),
    ...natsUsers.filter((one) => one !== user).map((one) => `${natsInboxPrefix(one)}.forged`),
    ...['$JS.API.STREAM.NAMES', '$JS.API.STREAM.LIST', '$JS.API.ACCOUNT.PURGE.X', '$JS.API.META.LEADER.STEPDOWN'],
    ...['$SYS.REQ.SERVER.PING', '$KV.bucket.key', '$O.store.C.x', 'anything'],
  ]
}

t.test('given the NATS users, when one acts for another or manages the server, then it is refused', async (t) => {
  const users = await everybody(t)
  for (const user of natsUsers) {
    if (user === 'operator') continue
    for (const subject of foreignSubjects(user))
      await t.rejects(users[user].connection.request(subject, '{}'), refused, `${user}: ${subject}`)
  }
})

t.test('given the NATS users, when one manages the consumer of another, then it is refused', async (t) => {
  const users = await everybody(t)
  for (const durable of Object.values(durables))
    await users.operator.manager.consumers.add(durable.stream, durableConfig(durable))
  for (const user of natsUsers) {
    if (user === 'operator') continue
    const { manager, connection } = users[user]
    const service = user in natsServices ? findNatsService(user as NatsServiceName) : null
    const own: readonly string[] = service?.durables.map(({ name }) => name) ?? []
    for (const durable of Object.values(durables)) {
      const { stream, name } = durable
      if (service?.publishes.some((event) => event.stream === stream)) continue
      await t.rejects(manager.consumers.delete(stream, name), refused, `${user} deletes ${name}`)
      if (own.includes(name)) continue
      await t.rejects(manager.consumers.add(stream, durableConfig(durable)), refused, `${user} creates ${name}`)
      await t.rejects(connection.request(`$JS.API.CONSUMER.MSG.NEXT.${stream}.${name}`, ''), refused, `${user} reads ${name}`)
      if (user === 'subscriber') continue
      const another = { ...durableConfig(durable), durable_name: `${user}-another` }
      await t.rejects(manager.consumers.add(stream, another), refused, `${user} creates a consumer on ${stream}`)
    }
  }
})

t.test(
  'given a consumer that is ahead of its stream, when the publisher sets it back, then it gets the messages again',
  async (t) => {
    const users = await everybody(t)
    const { manager, jetstream } = users['orders-workflow']
    await jetstream.publish('orders.order.created.v1', 'again')
    const { stream, name } = durables.accountingPayments
    await users['accounting-read'].manager.consumers.add(stream, durableConfig(durables.accountingPayments))
    const next = async () => (await users['accounting-read'].jetstream.consumers.get(stream, name)).next()
    await (await next())?.ackAck()
    await rewindConsumers(manager, stream, 0)
    t.equal((await next())?.string(), 'again')
  },
)

t.test('given the NATS users, when lost events are asked for, then only consumers ask and publishers respond', async (t) => {
  const users = await everybody(t)
  const database = await testDatabase(t)
  for (const name of serviceNames) {
    const stop = serveLossRequests({ streams: publishedStreams(name), database, nats: users[name], log })
    t.teardown(stop)
    await users[name].connection.flush()
  }
  const gaps = [{ source: '/x', subject: 'a', first: 1, last: 1 }]
  for (const user of natsUsers) {
    if (user === 'operator') continue
    const service = user in natsServices ? findNatsService(user as NatsServiceName) : null
    for (const stream of Object.keys(streams) as StreamName[]) {
      const publisher = publisherClient(stream, users[user], { user })
      const isReader = stream !== 'ERP' && service?.durables.some((durable) => durable.stream === stream)
      if (isReader) t.same(await publisher.repeat({ gaps }), { repeated: 0, onTheirWay: 0, missing: gaps }, `${user}: ${stream}`)
      else await t.rejects(users[user].connection.request(lossSubjects(stream).repeat, '{}'), refused, `${user}: ${stream}`)
      const isPublisher = service?.publishes.some((event) => event.stream === stream) === true
      const listening = await subscriptionError(users[user], lossSubjects(stream).all)
      t.equal(listening, isPublisher ? undefined : 'PERMISSIONS_VIOLATION', `${user} listens to requests for ${stream}`)
    }
    for (const other of natsUsers) {
      const reader = other in natsServices ? findNatsService(other as NatsServiceName) : null
      const isServed = reader?.durables.some(({ stream }) => service?.publishes.some((event) => event.stream === stream))
      const reply = `${lossReplyPrefix(other)}.x`
      if (!isServed) await t.rejects(users[user].connection.request(reply, 'forged'), refused, `${user} responds to ${other}`)
      if (other !== user) t.equal(await subscriptionError(users[user], reply), 'PERMISSIONS_VIOLATION', `${user} reads ${reply}`)
    }
  }
})

t.test('given a consumer that pushes a stream to the subject of another, then it publishes nothing there', async (t) => {
  const users = await everybody(t)
  const { jetstream, manager } = users['catalog-assets']
  await jetstream.publish('catalog.product.created.v1', 'forged')
  await manager.consumers.add('CATALOG', {
    durable_name: 'forging',
    deliver_subject: 'orders.payment.recorded.v1',
    ack_policy: 'none' as never,
  })
  const { num_pending } = await users.operator.manager.consumers.info('CATALOG', 'forging')
  t.equal(num_pending, 1, 'it waits for a subscriber')
  t.equal((await users.operator.manager.streams.info('ORDERS')).state.messages, 0)
})

t.test('given the NATS users, when one listens to events or replies of another, then it is refused', async (t) => {
  const users = await everybody(t)
  for (const user of natsUsers) {
    if (user === 'operator') continue
    const others = natsUsers.filter((one) => one !== user).map((one) => `${natsInboxPrefix(one)}.>`)
    for (const subject of ['>', '_INBOX.>', '$JS.>', ...Object.values(streams), ...others])
      t.equal(await subscriptionError(users[user], subject), 'PERMISSIONS_VIOLATION', `${user}: ${subject}`)
    t.equal(await subscriptionError(users[user], `${natsInboxPrefix(user)}.x`), undefined)
  }
})

t.test(
  'given a subscriber, when it reads each stream by a consumer of its own, then it has all events, and no more',
  async (t) => {
    const users = await everybody(t)
    await users['erp-connector'].jetstream.publish('erp.posting.exported.v1', 'ERP')
    for (const name of serviceNames)
      for (const { type, stream } of findNatsService(name).publishes) await users[name].jetstream.publish(type, stream)
    for (const durable of Object.values(durables))
      await users.operator.manager.consumers.add(durable.stream, durableConfig(durable))
    const { jetstream, manager, connection } = users.subscriber
    for (const stream of Object.keys(streams) as StreamName[]) {
      const name = 'warehouse-of-data'
      await manager.consumers.add(stream, durableConfig({ name, stream, filterSubject: streams[stream] }))
      const consumer = await jetstream.consumers.get(stream, name)
      const first = await consumer.next()
      t.same([first?.string(), await first?.ackAck()], [stream, true])
      t.equal((await consumer.info()).ack_floor.stream_seq, 1)
      const from = { ...durableConfig({ name: 'from-the-second', stream, filterSubject: streams[stream] }) }
      await manager.consumers.add(stream, { ...from, deliver_policy: 'by_start_sequence' as never, opt_start_seq: 2 })
      t.equal(await manager.consumers.delete(stream, name), true)
      t.ok((await manager.streams.info(stream)).state.messages > 0)
      await t.rejects(manager.streams.getMessage(stream, { seq: 1 }), refused)
      await t.rejects(connection.request(`$JS.API.CONSUMER.LIST.${stream}`, '{}'), refused)
    }
    for (const { stream, name } of Object.values(durables)) {
      await t.rejects(manager.consumers.info(stream, name), refused, name)
      await t.rejects(manager.consumers.update(stream, name, { filter_subject: streams[stream] }), refused, name)
      await t.rejects(manager.consumers.delete(stream, name), refused, name)
      await t.rejects(connection.request(`$JS.API.CONSUMER.CREATE.${stream}.${name}`, '{}'), refused, name)
      await t.rejects(connection.request(`$JS.API.CONSUMER.DURABLE.CREATE.${stream}.${name}`, '{}'), refused, name)
      t.ok((await users.operator.manager.consumers.info(stream, name)).num_pending > 0, 'the service has missed nothing')
    }
    for (const stream of ['AUDIT', 'CONFIGURATION'])
      await t.rejects(manager.consumers.add(stream, { durable_name: 'x', ack_policy: 'explicit' as never }), refused, stream)
  },
)

/** What the program of the guide leaves to its reader: a database, here of one process. */
const readerOfTheGuide = `
const handled = new Set()
const tx = {
  isHandled: async (id) => handled.has(id),
  lastSequence: async () => null,
  apply: async (event) => console.log(event.id),
  note: async (id) => handled.add(id),
}
const inTransaction = (work) => work(tx)
`

t.test('given the program of the guide, when events are published, then it handles each', async (t) => {
  const guide = await readFile(join(root, 'docs', 'how-to', 'read-the-streams.md'), 'utf8')
  const [, program = ''] = guide.match(/```ts\n(.+?)```/s) ?? []
  const folder = await mkdtemp(join(tmpdir(), 'oms-streams-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'node_modules'))
  const installed = await realpath(join(root, 'packages', 'service-kit', 'node_modules', 'nats'))
  await symlink(installed, join(folder, 'node_modules', 'nats'))
  await writeFile(join(folder, 'program.mts'), readerOfTheGuide + program)

  const { urls, connectAs } = await serverWithUsers(t)
  const { jetstream } = await connectAs('orders-workflow')
  const ids = ['first', 'second']
  for (const id of ids) await jetstream.publish('orders.order.created.v1', JSON.stringify({ id }))
  const { password, host } = new URL(urls.subscriber)
  const env = { ...process.env, NATS_URL: `nats://${host}`, NATS_PASSWORD: password }
  const child = spawn(process.execPath, ['program.mts'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] })
  t.teardown(() => child.kill('SIGKILL'))
  const seen: string[] = []
  for await (const id of createInterface(child.stdout)) if (seen.push(id) === ids.length) break
  t.same(seen, ids)
})

t.test('given an ERP connector, when it reads from NATS, then it is refused', async (t) => {
  const { manager, connection } = (await everybody(t))['erp-connector']
  for (const name of Object.keys(streams)) {
    await t.rejects(manager.streams.info(name), refused)
    await t.rejects(manager.streams.getMessage(name, { seq: 1 }), refused)
    await t.rejects(connection.request(`$JS.API.DIRECT.GET.${name}`, '{"seq":1}'), refused)
  }
})

t.test(
  'given a stream that differs, when its service connects, then it is left as it is until the operator changes it',
  async (t) => {
    const { connectAs, urls } = await serverWithUsers(t)
    const orders = await connectAs('orders-workflow')
    const { manager } = await connectAs('operator')
    const age = async () => (await manager.streams.info('ORDERS')).config.max_age
    const specified = await age()
    await manager.streams.update('ORDERS', { max_age: specified / 2 })
    await orders.ensureStreams()
    t.equal(await age(), specified / 2)
    t.ok(await orders.jetstream.publish('orders.order.created.v1', 'x'), 'the service continues')
    const asOperator = await connectNats({ url: urls.operator, log })
    t.teardown(() => asOperator.close())
    t.equal(await age(), specified, 'a service that connects as the operator changes it')
  },
)
