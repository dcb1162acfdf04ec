import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { newEmail, type SmsMessage } from '../../modules/notifications/domain/message-content.ts'
import { testMailServer } from '../../testing/messages/test-mail-server.ts'
import { keepAsFile } from './message-files.ts'
import { sendBySmtp } from './smtp.ts'

const head = { id: '019a0000-0000-7000-8000-000000000001', orderId: '7', connector: 'email', created: '2026-03-01T10:00:00.123Z' }
const mail = newEmail(head, {
  from: { name: 'Butikken', address: 'shop@example.com' },
  to: ['kari@example.com'],
  cc: [],
  bcc: ['b@example.com'],
  subject: 'Hei på deg',
  text: 'Takk for bestillingen.\n.\nÆrlig talt.',
})
const sms: SmsMessage = {
  ...head,
  kind: 'sms',
  content: { from: 'Butikken', to: '+4791234567', text: 'Klar til henting\nSesam' },
}
const name = `20260301T100000Z-${head.id}`

t.test('when an e-mail is stored as a file, then it is the text for a mail server, with blind copies', async (t) => {
  const folder = join(t.testdir(), 'data')
  t.same(await keepAsFile(folder, mail), { outcome: 'sent' })
  const kept = await readFile(join(folder, 'mail', `${name}.eml`), 'utf8')
  const server = await testMailServer(t)
  const address = `smtp://127.0.0.1:${server.port}`
  await sendBySmtp(mail, { connector: { id: 'files', timeoutMs: 120_000 }, address, signal: new AbortController().signal })
  t.match(kept, /^Bcc: b@example\.com\r$/m)
  t.equal(kept.replace('Bcc: b@example.com\r\n', ''), server.mails[0]?.text)
})

t.test(
  'given any name of the sender, when an e-mail is written, then its sender is the address that was chosen and nobody else',
  async (t) => {
    for (const [index, senderName] of [
      '"Bank" <ceo@bank.example>, Shop',
      'ceo@bank.example',
      'Å <x@y.zz>',
      'Shop: a@b.cc;',
    ].entries()) {
      const folder = join(t.testdir(), String(index))
      const message = { ...mail, content: { ...mail.content, from: { name: senderName, address: 'shop@example.com' } } }
      await keepAsFile(folder, message)
      const kept = await readFile(join(folder, 'mail', `${name}.eml`), 'utf8')
      const [header = ''] = /^From: .*(?:\r\n[ \t].*)*/m.exec(kept) ?? []
      t.match(header, /^From: (?:"(?:[^"\\]|\\.)*"|=\?[^ ]+\?=|[^"<>,;:@]*)\s+<shop@example\.com>$/, header)
    }
  },
)

t.test('when an SMS is stored, then it is a text file', async (t) => {
  const folder = t.testdir()
  t.same(await keepAsFile(folder, sms), { outcome: 'sent' })
  const kept = await readFile(join(folder, 'sms', `${name}.txt`), 'utf8')
  t.equal(kept, 'From: Butikken\nTo: +4791234567\nDate: 2026-03-01T10:00:00.123Z\n\nKlar til henting\nSesam\n')
})

t.test('when a message is tried again, then it is stored once, whole, and readable by the service only', async (t) => {
  const folder = t.testdir()
  await mkdir(join(folder, 'mail'))
  await writeFile(join(folder, 'mail', `.${name}.eml.unfinished`), 'half of a mail, from a process that died')
  await keepAsFile(folder, mail)
  await keepAsFile(folder, mail)
  t.same(await readdir(join(folder, 'mail')), [`${name}.eml`])
  const file = join(folder, 'mail', `${name}.eml`)
  t.match(await readFile(file, 'utf8'), /^From: Butikken/m)
  t.equal((await stat(file)).mode & 0o077, 0)
})

t.test('given an unwritable folder, when a message is stored, then it waits', async (t) => {
  const folder = t.testdir({ mail: 'a file where the folder should be' })
  const delivery = await keepAsFile(folder, mail)
  t.match(delivery, { outcome: 'unreachable', reason: /EEXIST|ENOTDIR/ })
})
