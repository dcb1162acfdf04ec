import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Connector } from '@open-oms/contracts/config/connectors'
import t from 'tap'
import { type Message, newEmail } from '../../modules/notifications/domain/message-content.ts'
import { testMailServer } from '../../testing/messages/test-mail-server.ts'
import { keepAsFile } from './message-files.ts'
import { deliverMessage, findNotificationProblems, messageRoute } from './notification-connectors.ts'

const base: Connector = {
  id: 'email',
  name: 'email',
  kind: 'email',
  type: 'smtp',
  url: null,
  urlVariable: 'SMTP_URL',
  secretVariable: null,
  previousSecretVariable: null,
  sender: 'shop@example.com',
  timeoutMs: 120_000,
  retries: 0,
  breakerOpenMs: 15_000,
  active: true,
}
const sms: Connector = { ...base, id: 'sms', name: 'sms', kind: 'sms', type: 'http', urlVariable: 'SMS_URL', sender: 'Shop' }

const head = (connector: string) => ({
  id: crypto.randomUUID(),
  orderId: '7',
  connector,
  created: '2026-03-01T10:00:00.000Z',
})
const from = { name: null, address: 'shop@example.com' }
const mailBy = (connector: string): Message =>
  newEmail(head(connector), { from, to: ['kari@example.com'], cc: [], bcc: [], subject: 'Hei', text: 'Hei' })
const smsBy = (connector: string): Message => ({
  ...head(connector),
  kind: 'sms',
  content: { from: 'Shop', to: '+4791234567', text: 'Klar 🎉' },
})

type Surroundings = { connectors: Connector[]; variables?: Record<string, string>; dataDir?: string }

function deliver(message: Message, { connectors, variables = {}, dataDir = '/nowhere' }: Surroundings) {
  const { signal } = new AbortController()
  const configured = { connectors, webhookSubscriptions: [], privateWebhookHosts: [], validationHooks: [] }
  const keep = () => keepAsFile(dataDir, message)
  return deliverMessage(message, { connectors: configured, environment: (name) => variables[name], keepAsFile: keep, signal })
}

/** A gateway that responds with these statuses in sequence, and repeats the last. */
async function gateway(t: { teardown(end: () => unknown): unknown }, ...statuses: number[]) {
  const calls: { headers: IncomingHttpHeaders; body: unknown }[] = []
  const server = createServer(async (request, response) => {
    calls.push({ headers: request.headers, body: JSON.parse(await text(request)) })
    response.writeHead(statuses[Math.min(calls.length, statuses.length) - 1] ?? 200).end('{"message":"as asked"}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return { calls, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/sms` }
}

t.test('given a connector with a variable, when a mail is sent, then the variable has the mail server', async (t) => {
  const server = await testMailServer(t)
  const variables = { SMTP_URL: `smtp://127.0.0.1:${server.port}` }
  t.same(await deliver(mailBy('email'), { connectors: [sms, base], variables }), { outcome: 'sent' })
  t.equal(server.mails.length, 1)
})

t.test('when an SMS is sent, then the gateway gets a signed call with the message id as key', async (t) => {
  const { calls, url } = await gateway(t, 202)
  const message = smsBy('sms')
  const connectors = [base, { ...sms, secretVariable: 'SMS_SECRET' }]
  const variables = { SMS_URL: url, SMS_SECRET: 's3cret' }
  t.same(await deliver(message, { connectors, variables }), { outcome: 'sent' })
  t.equal(calls.length, 1)
  t.same(calls[0]?.body, { id: message.id, from: 'Shop', to: '+4791234567', text: 'Klar 🎉' })
  t.match(calls[0]?.headers, { 'idempotency-key': message.id, 'x-signature': /^t=\d+,v1=[0-9a-f]{64}$/ })
})

t.test('when the gateway responds 4xx, then it is final, except for our credentials', async (t) => {
  for (const [status, outcome] of [
    [400, 'refused'],
    [404, 'refused'],
    [422, 'refused'],
    [401, 'unreachable'],
    [429, 'unreachable'],
    [500, 'unreachable'],
    [503, 'unreachable'],
  ] as const) {
    const { url } = await gateway(t, status)
    const connectors = [{ ...sms, id: `sms-${status}` }]
    const delivery = await deliver(smsBy('sms'), { connectors, variables: { SMS_URL: url } })
    t.match(delivery, { outcome, reason: new RegExp(String(status)) }, String(status))
  }
})

t.test('given an unreachable gateway or a missing secret, when an SMS is sent, then it waits', async (t) => {
  const { url } = await gateway(t, 200)
  t.match(await deliver(smsBy('sms'), { connectors: [sms], variables: { SMS_URL: 'http://127.0.0.1:1/' } }), {
    outcome: 'unreachable',
  })
  const withSecret = { ...sms, secretVariable: 'SMS_SECRET' }
  t.match(await deliver(smsBy('sms'), { connectors: [withSecret], variables: { SMS_URL: url } }), {
    outcome: 'unreachable',
    reason: /secret.*not set/,
  })
})

t.test('given a connector without an address, when messages are sent, then they are stored as files', async (t) => {
  const dataDir = t.testdir()
  const connectors = [base, { ...sms, secretVariable: 'SMS_SECRET' }]
  t.same(await deliver(mailBy('email'), { connectors, dataDir, variables: { SMTP_URL: '' } }), { outcome: 'sent' })
  t.same(await deliver(smsBy('sms'), { connectors, dataDir }), { outcome: 'sent' })
  t.equal((await readdir(join(dataDir, 'mail'))).length, 1)
  t.equal((await readdir(join(dataDir, 'sms'))).length, 1)
})

t.test('given a removed or inactive connector, when its message is sent, then it waits', async (t) => {
  for (const connectors of [[], [sms], [{ ...base, active: false }], [{ ...base, kind: 'export' as const }]])
    t.match(await deliver(mailBy('email'), { connectors }), { outcome: 'unreachable', reason: /no active connector "email"/ })
})

t.test('given several connectors, when a message is created, then it has the first active one of its kind', async (t) => {
  const connectors = [{ ...base, name: 'old', active: false }, { ...base, name: 'second', sender: '' }, base, sms]
  t.same(messageRoute({ connectors, webhookSubscriptions: [], privateWebhookHosts: [], validationHooks: [] }, 'email'), {
    name: 'second',
    sender: null,
  })
  t.same(messageRoute({ connectors, webhookSubscriptions: [], privateWebhookHosts: [], validationHooks: [] }, 'sms'), {
    name: 'sms',
    sender: 'Shop',
  })
  t.equal(
    messageRoute({ connectors: [base], webhookSubscriptions: [], privateWebhookHosts: [], validationHooks: [] }, 'sms'),
    null,
  )
})

t.test('given an invalid sender or address, when the service starts, then it fails without showing the address', async (t) => {
  const find = (connector: Connector, address?: string) =>
    findNotificationProblems(
      { connectors: [sms, connector], webhookSubscriptions: [], privateWebhookHosts: [], validationHooks: [] },
      () => address,
    )
  t.same(find(base), [])
  t.same(find(base, 'smtp://mail:25'), [])
  t.match(find({ ...base, sender: 'Shop <shop@example.com>' }), [{ file: 'connectors.json', path: 'connectors[1].sender' }])
  const problems = find(base, 'mail.example.com:hunter2')
  t.match(problems, [{ path: 'connectors[1].urlVariable', reason: /SMTP_URL must be of the form/ }])
  t.notMatch(JSON.stringify(problems), /hunter2/)
  t.same(find({ ...base, active: false, sender: 'x' }, 'x'), [])
})
