import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createLogger } from '@open-oms/service-kit/observability/logger'
import { type TestDatabase, testDatabase } from '@open-oms/service-kit/testing/test-database'
import { eventually } from '@open-oms/service-kit/testing/test-events'
import t, { type Test } from 'tap'
import { sendBySmtp } from '../../../connectors/notification/smtp.ts'
import type { WaitingSender } from '../../../connectors/sending/send-waiting.ts'
import { type TestMailServer, testMailServer } from '../../../testing/messages/test-mail-server.ts'
import { enqueued, expirePauses, messageRows, sampleEmail, sampleSms } from '../../../testing/messages/test-messages.ts'
import { type SenderDeps, startMessageSender } from './message-sender.ts'

let connectors = 0

type Surroundings = { database: TestDatabase; server: TestMailServer; timeoutMs?: number }

/** Sends e-mails by the test's mail server; each has its own circuit breaker. */
function byServer({ server, timeoutMs = 120_000 }: Surroundings): SenderDeps['deliver'] {
  const connector = { id: `sender-${++connectors}`, timeoutMs }
  const address = `smtp://127.0.0.1:${server.port}`
  return async (message, signal) =>
    message.kind === 'email' ? sendBySmtp(message, { connector, address, signal }) : { outcome: 'sent' }
}

function logged() {
  const lines: string[] = []
  const log = createLogger({ service: 'test', level: 'info' }, { write: (line: string) => void lines.push(line) })
  return { log, lines, messages: () => lines.map((line) => JSON.parse(line).msg as string) }
}

function startSender(t: Test, surroundings: Surroundings, deps: Partial<SenderDeps> = {}): WaitingSender {
  const sender = startMessageSender({
    query: surroundings.database.query,
    log: createLogger({ service: 'test', level: 'silent' }),
    compose: async () => false,
    deliver: byServer(surroundings),
    pollMs: 20,
    pauseMs: () => 20,
    ...deps,
  })
  t.teardown(() => sender.stop())
  return sender
}

async function surroundings(t: Test): Promise<Surroundings> {
  return { database: await testDatabase(t, 'orders-workflow'), server: await testMailServer(t) }
}

const never = new Promise<void>(() => undefined)
const mails = (count: number) => Array.from({ length: count }, (_, index) => sampleEmail({ subject: `Mail ${index}` }))
const states = async (database: TestDatabase) => (await messageRows(database)).map(({ state }) => state)
const allSent = (database: TestDatabase) =>
  eventually(async () => (await states(database)).every((state) => state === 'Sent'), 'every message is sent')
const sortedMessageIds = (messages: readonly { id: string }[]) => messages.map(({ id }) => `<${id}@example.com>`).sort()
const takenBy = (server: TestMailServer) => server.mails.map(({ messageId }) => messageId).sort()

t.test('when a message is committed, then it is sent soon', async (t) => {
  const test = await surroundings(t)
  const sent: string[] = []
  startSender(t, test, { pollMs: 60_000, onSent: (kind) => sent.push(kind) })
  await enqueued(test.database, [sampleEmail(), sampleSms()])
  await allSent(test.database)
  t.equal(test.server.mails.length, 1)
  t.same(sent.sort(), ['email', 'sms'])
})

t.test('given a mail server that is down and comes back, when messages are sent, then each arrives once', async (t) => {
  const test = await surroundings(t)
  const { log, lines, messages } = logged()
  await test.server.stop()
  // Its circuit breaker would not call the server for 15 s, so the restarted server gets another
  // one.
  let deliver = byServer(test)
  startSender(t, test, { log, deliver: (message, signal) => deliver(message, signal) })
  const kept = await enqueued(test.database, mails(25))
  await eventually(
    async () =>
      (await messageRows(test.database)).every(({ attempts, failure_reason }) => attempts > 1 && failure_reason !== null),
    'every attempt failed',
  )
  t.same(new Set(await states(test.database)), new Set(['Waiting']))
  deliver = byServer(test)
  await test.server.start()
  await allSent(test.database)
  t.same(takenBy(test.server), sortedMessageIds(kept))
  t.same(messages(), ['a message could not be sent and is tried again; see its failure_reason', 'messages are sent again'])
  t.notMatch(lines.join(), /kari@example\.com/)
})

t.test('given a slow mail server, when messages are sent, then it gets a few mails at a time and SMS do not wait', async (t) => {
  const test = await surroundings(t)
  const response = Promise.withResolvers<void>()
  test.server.mood.waitsFor = response.promise
  const kept = await enqueued(test.database, [...mails(10), sampleSms()])
  startSender(t, test)
  await eventually(
    async () => (await messageRows(test.database)).some(({ kind, state }) => kind === 'sms' && state === 'Sent'),
    'the SMS is sent',
  )
  t.equal((await states(test.database)).filter((state) => state === 'Waiting').length, 10)
  await eventually(() => test.server.mostAtOnce() === 8, 'the mails are on their way')
  response.resolve()
  await allSent(test.database)
  t.same(takenBy(test.server), sortedMessageIds(kept.filter(({ kind }) => kind === 'email')))
  t.equal(test.server.mostAtOnce(), 8)
})

t.test('given a mail server over the timeout, when a mail is sent again, then it is the same mail', async (t) => {
  const test = await surroundings(t)
  test.server.mood.thinksMs = 600
  const [mail] = await enqueued(test.database, mails(1))
  startSender(t, { ...test, timeoutMs: 300 })
  await eventually(async () => ((await messageRows(test.database))[0]?.attempts ?? 0) > 1, 'it is tried again')
  test.server.mood.thinksMs = 0
  await allSent(test.database)
  t.same(new Set(takenBy(test.server)), new Set(sortedMessageIds([mail as { id: string }])))
  t.equal(new Set(test.server.mails.map(({ text }) => text)).size, 1)
})

t.test(
  'when a recipient is refused, then the message is given up immediately with the reason, and others are sent',
  async (t) => {
    const test = await surroundings(t)
    const { log, lines } = logged()
    test.server.mood.refuses = (recipient) => (recipient.startsWith('gone') ? 550 : undefined)
    startSender(t, test, { log })
    const [gone, partly] = await enqueued(test.database, [
      sampleEmail({ to: ['gone@example.com'] }),
      sampleEmail({ to: ['kari@example.com', 'gone-too@example.com'] }),
      ...mails(3),
    ])
    await eventually(async () => !(await states(test.database)).includes('Waiting'), 'every message was sent or given up')
    const rows = new Map((await messageRows(test.database)).map((row) => [row.id, row]))
    t.match(rows.get(gone?.id ?? ''), { state: 'Failed', attempts: 1, failure_reason: /550/ })
    t.match(rows.get(partly?.id ?? ''), { state: 'Failed', attempts: 1, failure_reason: /gone-too@example\.com.*550/ })
    t.same(JSON.parse(rows.get(partly?.id ?? '')?.content ?? '').open, ['gone-too@example.com'])
    t.equal(test.server.mails.length, 4)
    t.match(
      lines.map((line) => JSON.parse(line)),
      [{ level: 'error', messageId: String, orderId: '7' }, { level: 'error' }],
    )
    t.notMatch(lines.join(), /gone/)
  },
)

function otherProcess(t: Test, { database, server }: Surroundings, fate: 'lives' | 'dies') {
  const program = fileURLToPath(new URL('../../../testing/messages/sends-messages.ts', import.meta.url))
  const child = fork(program, [database.url, `smtp://127.0.0.1:${server.port}`, fate])
  t.teardown(() => child.kill('SIGKILL'))
  const ready = Promise.withResolvers<void>()
  let sent = 0
  child.on('message', (word) => (word === 'ready' ? ready.resolve() : sent++))
  return { child, ready: ready.promise, sent: () => sent }
}

t.test('given two processes, when they send, then each mail goes once', async (t) => {
  const test = await surroundings(t)
  const processes = [otherProcess(t, test, 'lives'), otherProcess(t, test, 'lives')]
  await Promise.all(processes.map(({ ready }) => ready))
  const kept: { id: string }[] = []
  // As many as needed: one of them may be paused for a while.
  const haveBothSent = () => processes.every(({ sent }) => sent() > 0)
  for (let round = 0; round < 20 || !haveBothSent(); round++) {
    kept.push(...(await enqueued(test.database, mails(6))))
    if (round >= 20) await sleep(100)
  }
  await allSent(test.database)
  t.same(takenBy(test.server), sortedMessageIds(kept))
})

t.test(
  'given a process killed between sending and its record, when another continues, then the same mail goes again and none is lost',
  async (t) => {
    const test = await surroundings(t)
    const kept = await enqueued(test.database, mails(10))
    const { child } = otherProcess(t, test, 'dies')
    const [, signal] = await once(child, 'exit')
    t.equal(signal, 'SIGKILL')
    t.ok(test.server.mails.length >= 1)
    t.notOk((await states(test.database)).includes('Sent'))
    startSender(t, test)
    // Messages that the dead process had claimed wait for the end of its lease.
    await eventually(
      async () => (await states(test.database)).filter((state) => state === 'Sent').length >= 2,
      'the others are sent',
    )
    await expirePauses(test.database)
    await allSent(test.database)
    t.same([...new Set(takenBy(test.server))], sortedMessageIds(kept), 'each at least once')
    t.ok(test.server.mails.length > kept.length && test.server.mails.length <= kept.length + 8, 'and few of them twice')
  },
)

t.test('when a sender is stopped, then the mail under way arrives and no other begins', async (t) => {
  const test = await surroundings(t)
  const arrived = Promise.withResolvers<void>()
  Object.assign(test.server.mood, { thinksMs: 300, onContent: () => arrived.resolve() })
  const sender = startSender(t, test, { stopMs: 240_000 })
  await enqueued(test.database, mails(12))
  await arrived.promise
  await sender.stop()
  const sent = (await states(test.database)).filter((state) => state === 'Sent').length
  t.ok(sent >= 1 && sent <= 8, String(sent))
  t.equal(test.server.mails.length, sent)
  await expirePauses(test.database)
  await sleep(100)
  t.equal(test.server.mails.length, sent)
})

t.test('given a try that takes too long, when the sender is stopped, then it is interrupted and the mail waits', async (t) => {
  const test = await surroundings(t)
  const arrived = Promise.withResolvers<void>()
  Object.assign(test.server.mood, { waitsFor: never, onContent: () => arrived.resolve() })
  const sender = startSender(t, test, { stopMs: 100 })
  await enqueued(test.database, mails(1))
  await arrived.promise
  await sender.stop()
  t.match(await messageRows(test.database), [{ state: 'Waiting', failure_reason: String }])
})

t.test('given a database outage, when it ends, then the sender continues', async (t) => {
  const test = await surroundings(t)
  const { log, messages } = logged()
  let failures = 0
  const query: SenderDeps['query'] = (statement) =>
    failures++ < 3 ? Promise.reject(new Error('away')) : test.database.query(statement)
  await enqueued(test.database, mails(1))
  startSender(t, test, { log, query })
  await allSent(test.database)
  t.same(messages(), Array(3).fill('waiting messages could not be looked for'))
})

t.test('given an outcome that could not be recorded, when the lease ends, then the message is tried again', async (t) => {
  const test = await surroundings(t)
  const { log, messages } = logged()
  let isAway = true
  const query: SenderDeps['query'] = (statement) => {
    const fails = isAway && statement.name === 'message-sent'
    if (fails) isAway = false
    return fails ? Promise.reject(new Error('away')) : test.database.query(statement)
  }
  const [mail] = await enqueued(test.database, mails(1))
  startSender(t, test, { log, query })
  await eventually(() => !isAway, 'the mail was sent and not written down')
  await expirePauses(test.database)
  await allSent(test.database)
  t.same(takenBy(test.server), [...sortedMessageIds([mail as { id: string }]), ...sortedMessageIds([mail as { id: string }])])
  t.same(messages(), ['the outcome of a message could not be recorded; it is tried again'])
})
