import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import type { EmailMessage } from '../../modules/notifications/domain/message-content.ts'
import { sampleLogo } from '../../testing/documents/document-samples.ts'
import { sampleEmail } from '../../testing/messages/test-messages.ts'
import { toMail } from './mail-of-message.ts'
import { keepAsFile } from './message-files.ts'

const html = '<img src="cid:logo"><p>Hei</p>'

t.test('given HTML that shows the logo, when a mail is kept, then it has text, HTML and the logo inside', async (t) => {
  const folder = t.testdir()
  await keepAsFile(folder, sampleEmail({ html }), sampleLogo)
  const [name] = readdirSync(join(folder, 'mail')) as [string]
  const mail = readFileSync(join(folder, 'mail', name), 'latin1')
  for (const part of ['multipart/alternative', 'text/plain', 'text/html', 'Content-Type: image/png', 'Content-Id: <logo>'])
    t.match(mail.toLowerCase(), part.toLowerCase(), part)
})

t.test('given no HTML, or HTML without the logo, when a mail is made, then nothing is attached', async (t) => {
  const plain = toMail(sampleEmail() as EmailMessage, sampleLogo)
  t.notOk('html' in plain)
  t.same(plain.attachments, [])
  t.same(toMail(sampleEmail({ html: '<p>Hei</p>' }) as EmailMessage, sampleLogo).attachments, [])
  t.same(toMail(sampleEmail({ html }) as EmailMessage, null).attachments, [], 'the logo was removed since')
})
