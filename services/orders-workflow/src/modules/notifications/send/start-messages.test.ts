import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createLogger } from '@open-oms/service-kit/observability/logger'
import { createMetrics } from '@open-oms/service-kit/observability/metrics'
import { testDatabase } from '@open-oms/service-kit/testing/test-database'
import { eventually } from '@open-oms/service-kit/testing/test-events'
import t, { type Test } from 'tap'
import { testMailServer } from '../../../testing/messages/test-mail-server.ts'
import { enqueued, messageRows, sampleEmail, sampleSms } from '../../../testing/messages/test-messages.ts'
import { sampleConfig } from '../../../testing/test-orders.ts'
import { startMessages } from './start-messages.ts'

async function started(t: Test, variables: Record<string, string> = {}) {
  const database = await testDatabase(t, 'orders-workflow')
  const config = await sampleConfig()
  const metrics = createMetrics('test')
  const lines: string[] = []
  const log = createLogger({ service: 'test', level: 'info' }, { write: (line: string) => void lines.push(line) })
  const dataDir = t.testdir()
  const { query, inTransaction } = database
  const messages = await startMessages({
    query,
    inTransaction,
    config: () => config,
    environment: (name) => variables[name],
    dataDir,
    metrics,
    log,
  })
  t.teardown(messages.stop)
  const ended = () =>
    eventually(
      async () => (await messageRows(database)).every(({ state }) => state !== 'Waiting'),
      'every message was sent or given up',
    )
  return { database, metrics, lines, dataDir, ended }
}

t.test('given the sample tenant, when messages are sent, then they are stored as files', async (t) => {
  const { database, dataDir, ended } = await started(t)
  await enqueued(database, [sampleEmail({ subject: 'Klar' }), sampleSms()])
  await ended()
  const [mail = ''] = await readdir(join(dataDir, 'mail'))
  t.match(await readFile(join(dataDir, 'mail', mail), 'utf8'), /^Subject: Klar\r$/m)
  t.match(await readdir(join(dataDir, 'sms')), [/\.txt$/])
})

t.test('when messages wait, are given up and are sent, then the metrics count them', async (t) => {
  const server = await testMailServer(t)
  server.mood.refuses = (recipient) => (recipient.startsWith('gone') ? 550 : undefined)
  const variables = { SMTP_URL: `smtp://127.0.0.1:${server.port}`, SMS_URL: 'http://127.0.0.1:1/', SMS_SECRET: 's3cret' }
  const { database, metrics, ended } = await started(t, variables)
  t.match(await metrics.page(), /^oms_messages_oldest_age_seconds\{[^}]*\} 0$/m)
  await enqueued(database, [sampleEmail(), sampleEmail(), sampleEmail({ to: ['gone@example.com'] })])
  await ended()
  await enqueued(database, [sampleSms()])
  await database.query({ text: `update message set created = now() - interval '62 seconds' where kind = 'sms'` })
  const page = await metrics.page()
  t.match(page, /^oms_messages_sent_total\{kind="email",service="test"\} 2$/m)
  t.match(page, /^oms_messages_failed\{kind="email",service="test"\} 1$/m)
  t.match(page, /^oms_messages_failed\{kind="sms",service="test"\} 0$/m)
  t.match(page, /^oms_messages_waiting\{kind="email",service="test"\} 0$/m)
  t.match(page, /^oms_messages_waiting\{kind="sms",service="test"\} 1$/m)
  t.match(page, /^oms_messages_oldest_age_seconds\{service="test"\} 6\d(\.\d+)?$/m)
})

t.test('when a mail server refuses the login, then its password is neither logged nor stored', async (t) => {
  const server = await testMailServer(t, {
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(new Error('wrong')),
  })
  const { database, lines } = await started(t, { SMTP_URL: `smtp://oms:hunter2@127.0.0.1:${server.port}` })
  await enqueued(database, [sampleEmail()])
  const row = await eventually(
    async () => (await messageRows(database)).find((one) => one.failure_reason !== null),
    'it has failed',
  )
  t.match(row, { state: 'Waiting', failure_reason: /535/ })
  const password = new RegExp(`hunter2|${Buffer.from('\0oms\0hunter2').toString('base64')}`)
  t.notMatch(lines.join(), password)
  t.notMatch(JSON.stringify(row), password)
})
