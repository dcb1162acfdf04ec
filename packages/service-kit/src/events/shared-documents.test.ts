import { documentStream } from '@open-oms/contracts/config/stored-documents'
import pino from 'pino'
import t, { type Test } from 'tap'
import type { StoredDocuments } from '../config/read-config-folder.ts'
import { eventually, testEvents } from '../testing/test-events.ts'
import { followDocuments, keepDocumentsShared, shareDocuments } from './shared-documents.ts'

const log = pino({ level: 'silent' })

/** Two processes that follow a server, and what each has taken over. */
async function start(t: Test) {
  const { server, nats } = await testEvents(t)
  const follow = () => {
    const seen: StoredDocuments[] = []
    const following = followDocuments(nats, { takeOver: async (documents) => seen.push(documents) > 0, log })
    t.teardown(() => following.stop())
    const has = async (text: string) => {
      await eventually(() => seen.at(-1)?.['a.json'] === text, `it has ${text}`)
      t.match(seen.at(-1), { 'a.json': text })
    }
    return { seen, has }
  }
  return { server, nats, one: follow(), other: follow() }
}

const table = (text: string) => ({ read: async () => ({ 'a.json': text, 'templates/x.liquid': 'Æ' }) })

t.test('when documents are shared, then every process takes them over, and the same ones once', async (t) => {
  const { nats, one, other } = await start(t)
  await shareDocuments(nats, table('1'))
  await Promise.all([one.has('1'), other.has('1')])
  t.same(one.seen, [{ 'a.json': '1', 'templates/x.liquid': 'Æ' }])
  await shareDocuments(nats, table('1'))
  await shareDocuments(nats, table('2'))
  await Promise.all([one.has('2'), other.has('2')])
  t.equal(one.seen.length, 2)
  const { state } = await nats.manager.streams.info(documentStream.name)
  t.equal(state.messages, 1, 'nobody reads former people there')
})

t.test('given a table that was written by a process that was killed, when another one starts, then it is shared', async (t) => {
  const { nats, one } = await start(t)
  await shareDocuments(nats, table('before'))
  const keeping = keepDocumentsShared(nats, { ...table('after'), log })
  t.teardown(() => keeping.stop())
  await one.has('after')
})

t.test('given a stream that is lost, when a process looks again, then it is filled, and what was known stays', async (t) => {
  const { nats, one, other } = await start(t)
  let text = '1'
  const keeping = keepDocumentsShared(nats, { read: async () => ({ 'a.json': text }), log })
  t.teardown(() => keeping.stop())
  await Promise.all([one.has('1'), other.has('1')])
  await nats.manager.streams.delete(documentStream.name)
  keeping.wake()
  await eventually(async () => (await nats.manager.streams.info(documentStream.name).catch(() => null)) !== null, 'it is there')
  t.same(one.seen, [{ 'a.json': '1' }])
  text = '2'
  keeping.wake()
  await Promise.all([one.has('2'), other.has('2')])
})

t.test('given a writer that read the table before another one wrote, when both share, then the newer stays', async (t) => {
  const { nats, one } = await start(t)
  let text = 'old'
  let isFirst = true
  await shareDocuments(nats, {
    read: async () => {
      const found = { 'a.json': text }
      if (!isFirst) return found
      isFirst = false
      // Another process stores and shares between the reading and the writing of this one.
      text = 'new'
      await shareDocuments(nats, { read: async () => ({ 'a.json': text }) })
      return found
    },
  })
  await one.has('new')
})

t.test('given a table that was restored from a backup, when it is shared, then what it has counts', async (t) => {
  const { nats, one } = await start(t)
  await shareDocuments(nats, table('newer'))
  await one.has('newer')
  await shareDocuments(nats, { read: async () => ({}) })
  await eventually(() => one.seen.length === 2, 'it is taken over')
  t.same(one.seen.at(-1), {}, 'nothing is stored')
})

t.test('given a server that is stopped and started, when documents are shared, then processes follow as before', async (t) => {
  const { server, nats, one } = await start(t)
  let text = '1'
  const keeping = keepDocumentsShared(nats, { read: async () => ({ 'a.json': text }), log })
  t.teardown(() => keeping.stop())
  await one.has('1')
  await server.stop()
  text = '2'
  await server.start()
  await one.has('2')
})
