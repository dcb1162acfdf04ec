import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { startTemporaryNats } from '@open-oms/local-servers/temporary-nats'
import { nanos } from 'nats'
import pino from 'pino'
import t from 'tap'
import { eventually, testEvents } from '../testing/test-events.ts'
import { connectNats } from './connect-nats.ts'

const log = pino({ level: 'silent' })
const DAY_MS = 24 * 3600 * 1000

const letIn = (password: string) => `authorization { user: oms, password: "${password}" }`

t.test('given a server, when streams are ensured, then they are as specified and a changed one is corrected', async (t) => {
  const { nats } = await testEvents(t)
  const orders = async () => (await nats.manager.streams.info('ORDERS')).config
  const specified = {
    subjects: ['orders.>'],
    retention: 'limits',
    storage: 'file',
    max_age: nanos(30 * DAY_MS),
    duplicate_window: nanos(120_000),
    num_replicas: 1,
  }
  t.match(await orders(), specified)
  await nats.manager.streams.update('ORDERS', { max_age: nanos(DAY_MS) })
  await nats.ensureStreams()
  t.match(await orders(), specified)
  const names = (await nats.manager.streams.list().next()).map(({ config }) => config.name)
  t.same(names.sort(), ['ACCOUNTING', 'CATALOG', 'ERP', 'ORDERS'])
})

t.test('given credentials in the address or beside it, when NATS is connected, then wrong ones are refused', async (t) => {
  const server = await startTemporaryNats(letIn('se:cret'))
  t.teardown(() => server.remove())
  const inUrl = await connectNats({ url: server.url.replace('//', '//oms:se%3Acret@'), log })
  t.teardown(() => inUrl.close())
  t.equal(inUrl.isConnected(), true)
  const beside = await connectNats({ url: server.url, user: 'oms', password: 'se:cret', log })
  await beside.close()
  t.equal(beside.isConnected(), false)
  await t.rejects(connectNats({ url: server.url, user: 'oms', password: 'wrong', log }), { code: 'AUTHORIZATION_VIOLATION' })
})

t.test('given a NATS server that is not up yet, when it is connected, then the connection waits for it', async (t) => {
  const server = await startTemporaryNats()
  t.teardown(() => server.remove())
  await server.stop()
  const connecting = connectNats({ url: server.url, log })
  await server.start()
  const nats = await connecting
  t.teardown(() => nats.close())
  t.equal(nats.isConnected(), true)
})

t.test('given a server that is not there, when the signal is aborted, then the wait ends', async (t) => {
  const server = await startTemporaryNats()
  t.teardown(() => server.remove())
  await server.stop()
  const stopped = new AbortController()
  const connecting = connectNats({ url: server.url, log, signal: stopped.signal })
  setTimeout(() => stopped.abort(), 100)
  await t.rejects(connecting, { code: 'CONNECTION_REFUSED' })
})

t.test('given a server that is not NATS, when a service connects, then the reason is thrown instead of waiting', async (t) => {
  const server = createServer((socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')).listen(0, '127.0.0.1')
  t.teardown(() => server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await t.rejects(connectNats({ url: `nats://127.0.0.1:${port}`, log }), /unexpected response/)
})

t.test('given a connection, when its password is wrong for a time, then it is connected again later', async (t) => {
  const server = await startTemporaryNats(letIn('one'))
  t.teardown(() => server.remove())
  const nats = await connectNats({ url: server.url, user: 'oms', password: 'one', log })
  t.teardown(() => nats.close())
  const restartWith = async (password: string) => {
    await server.stop()
    await server.start(letIn(password))
  }
  await restartWith('two')
  await sleep(3_000)
  t.equal(nats.isConnected(), false)
  await restartWith('one')
  await eventually(() => nats.isConnected(), 'it is connected again')
})
