import type { AddressInfo, Socket } from 'node:net'
import { createServer } from 'node:net'
import t from 'tap'
import { type EmailMessage, newEmail } from '../../modules/notifications/domain/message-content.ts'
import { testMailServer } from '../../testing/messages/test-mail-server.ts'
import { sendBySmtp } from './smtp.ts'

let messages = 0

function email(fields: Partial<Parameters<typeof newEmail>[1]> = {}): EmailMessage {
  const id = `00000000-0000-7000-8000-${String(++messages).padStart(12, '0')}`
  const head = { id, orderId: '7', connector: 'email', created: '2026-03-01T10:00:00.000Z' }
  const from = { name: 'Butikken', address: 'shop@example.com' }
  return newEmail(head, { from, to: ['kari@example.com'], cc: [], bcc: [], subject: 'Hei', text: 'Takk.', ...fields })
}

const never = new Promise<void>(() => undefined)
let connectors = 0

/** Each with its own circuit breaker. */
function call(port: number, { timeoutMs = 120_000, login = '', signal = new AbortController().signal, options = '' } = {}) {
  return { connector: { id: `email-${++connectors}`, timeoutMs }, address: `smtp://${login}127.0.0.1:${port}${options}`, signal }
}

t.test('when a mail is sent, then it arrives unchanged for all recipients, and blind copies stay hidden', async (t) => {
  const server = await testMailServer(t)
  const message = email({
    to: ['kari@example.com', 'ola@blåbær.no'],
    cc: ['c@example.com', 'KARI@example.com'],
    bcc: ['b@example.com'],
    subject: 'Bestilling 7 – på vei 🎉',
    text: 'Hei!\nSe file:///etc/passwd og <b>ikke</b> http://127.0.0.1/.\n.\nSlutt',
  })
  t.same(await sendBySmtp(message, call(server.port)), { outcome: 'sent' })
  const [mail] = server.mails
  t.equal(server.mails.length, 1)
  t.equal(mail?.from, 'shop@example.com')
  t.same(mail?.recipients, ['kari@example.com', 'ola@blåbær.no', 'c@example.com', 'b@example.com'], 'each once')
  t.match(mail?.text, /^From: Butikken <shop@example.com>\r$/m)
  t.match(mail?.text, /^To: kari@example.com, ola@xn--blbr-roah.no\r$/m)
  t.match(mail?.text, /^Date: Sun, 01 Mar 2026 10:00:00 \+0000\r$/m)
  t.equal(mail?.messageId, `<${message.id}@example.com>`)
  t.notMatch(mail?.text, /Bcc|b@example\.com|X-Mailer/)
  t.equal(decoded(mail?.text), 'Hei!\nSe file:///etc/passwd og <b>ikke</b> http://127.0.0.1/.\n.\nSlutt')
  t.match(mail?.text, /^Subject: =\?UTF-8\?/m)
})

/** The decoded body of a mail of one part. */
function decoded(mail = ''): string {
  const [head = '', ...rest] = mail.split('\r\n\r\n')
  const body = rest.join('\r\n\r\n').replace(/\r\n$/, '')
  if (!/quoted-printable/i.test(head)) return body.replaceAll('\r\n', '\n')
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8').replaceAll('\r\n', '\n')
}

t.test('given a text that looks like a file reference, when it is sent, then no file is read', async (t) => {
  const server = await testMailServer(t)
  const text = { path: '/etc/hostname' } as unknown as string
  const delivery = await sendBySmtp(email({ text }), call(server.port))
  t.match(delivery, { outcome: 'unreachable', reason: /rejected/ })
  t.equal(server.mails.length, 0)
})

t.test('given recipients already reached, when a mail is tried again, then only the others get it', async (t) => {
  const server = await testMailServer(t)
  const message = email({ to: ['kari@example.com', 'ola@example.com'] })
  await sendBySmtp({ ...message, content: { ...message.content, open: ['ola@example.com'] } }, call(server.port))
  t.same(server.mails[0]?.recipients, ['ola@example.com'])
  t.match(server.mails[0]?.text, /^To: kari@example.com, ola@example.com\r$/m, 'the text stays the same')
})

t.test('when the server permanently refuses recipient or content, then it is final', async (t) => {
  const server = await testMailServer(t)
  server.mood.refuses = () => 550
  t.match(await sendBySmtp(email(), call(server.port)), { outcome: 'refused', reason: /550/ })
  delete server.mood.refuses
  server.mood.refusesContent = () => 554
  t.match(await sendBySmtp(email(), call(server.port)), { outcome: 'refused', reason: /554/ })
})

t.test('when a refusal is temporary or not about the message, then it may be retried', async (t) => {
  const server = await testMailServer(t)
  server.mood.refuses = () => 450
  t.match(await sendBySmtp(email(), call(server.port)), { outcome: 'unreachable', reason: /450/ })
  delete server.mood.refuses
  server.mood.refusesContent = () => 451
  t.match(await sendBySmtp(email(), call(server.port)), { outcome: 'unreachable', reason: /451/ })
  delete server.mood.refusesContent
  server.mood.refusesSender = () => 550
  t.match(await sendBySmtp(email(), call(server.port)), { outcome: 'unreachable', reason: /550/ }, 'the sender')
  t.equal(server.mails.length, 0)
})

t.test('when a mail reaches some recipients, then it is open for the others', async (t) => {
  const server = await testMailServer(t)
  const codes: Record<string, number> = { 'gone@example.com': 550, 'full@example.com': 452 }
  server.mood.refuses = (recipient) => codes[recipient]
  const refused = await sendBySmtp(email({ to: ['kari@example.com', 'gone@example.com'] }), call(server.port))
  t.match(refused, { outcome: 'refused', open: ['gone@example.com'], reason: /gone@example\.com.*550/ })
  const later = await sendBySmtp(email({ to: ['kari@example.com', 'gone@example.com', 'full@example.com'] }), call(server.port))
  t.match(later, { outcome: 'unreachable', open: ['gone@example.com', 'full@example.com'] })
  t.same(
    server.mails.map((mail) => mail.recipients),
    [['kari@example.com'], ['kari@example.com']],
  )
})

t.test('given a login, when the password is wrong, then the outcome is not final and hides it', async (t) => {
  const server = await testMailServer(t, {
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'oms' && password === 'p/w:1' ? done(null, { user: 'oms' }) : done(new Error(`not ${username}`)),
  })
  t.same(await sendBySmtp(email(), call(server.port, { login: 'oms:p%2Fw%3A1@' })), { outcome: 'sent' })
  const delivery = await sendBySmtp(email(), call(server.port, { login: 'oms:hunter2@' }))
  t.match(delivery, { outcome: 'unreachable', reason: /535/ })
  t.notMatch(JSON.stringify(delivery), /hunter2/)
})

t.test('given required TLS, when the server has none, then no mail is sent in the clear', async (t) => {
  const server = await testMailServer(t)
  t.match(await sendBySmtp(email(), call(server.port, { options: '?requireTLS=true' })), { outcome: 'unreachable' })
  t.equal(server.mails.length, 0)
})

t.test('given a server that is silent at any step, when the timeout ends, then the try ends', async (t) => {
  const silent = createServer()
  const sockets = new Set<Socket>()
  silent.on('connection', (socket) => sockets.add(socket.on('error', () => undefined)))
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    for (const socket of sockets) socket.destroy()
    silent.close()
  })
  const { port } = silent.address() as AddressInfo
  t.match(await sendBySmtp(email(), call(port, { timeoutMs: 200 })), { outcome: 'unreachable', reason: /200 ms/ })
  const server = await testMailServer(t)
  server.mood.waitsFor = never
  t.match(await sendBySmtp(email(), call(server.port, { timeoutMs: 200 })), { outcome: 'unreachable', reason: /200 ms/ })
})

t.test('when a try is aborted, then it ends early', async (t) => {
  const server = await testMailServer(t)
  const nobodyWaits = new AbortController()
  Object.assign(server.mood, { waitsFor: never, onContent: () => nobodyWaits.abort() })
  t.match(await sendBySmtp(email(), call(server.port, { signal: nobodyWaits.signal })), { outcome: 'unreachable' })
})

t.test('given five tries without a response, when a mail is sent, then the server is not called', async (t) => {
  const server = await testMailServer(t)
  await server.stop()
  const once = call(server.port)
  for (let tries = 0; tries < 5; tries++)
    t.match(await sendBySmtp(email(), once), { outcome: 'unreachable', reason: /ECONNREFUSED|connect/ })
  await server.start()
  t.match(await sendBySmtp(email(), once), { outcome: 'unreachable', reason: /is not called/ })
  t.equal(server.mails.length, 0)
  t.same(await sendBySmtp(email(), call(server.port)), { outcome: 'sent' }, 'another connector is not concerned')
})

t.test('given an invalid address, when a mail is sent, then it is neither called nor shown', async (t) => {
  const { signal } = new AbortController()
  const delivery = await sendBySmtp(email(), { connector: { id: 'email', timeoutMs: 100 }, address: 'oms:hunter2@mail', signal })
  t.match(delivery, { outcome: 'unreachable', reason: /smtp:\/\/host:port/ })
  t.notMatch(JSON.stringify(delivery), /hunter2/)
})
