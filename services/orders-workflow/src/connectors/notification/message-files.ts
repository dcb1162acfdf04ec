import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import nodemailer from 'nodemailer'
import type { EmailMessage, Message, SmsMessage } from '../../domain/message-content.ts'
import type { Delivery } from './delivery.ts'
import { closedToContent, mailOf } from './mail-of-message.ts'

/** Where messages are kept whose connector has no address: `mail/*.eml` and `sms/*.txt` below the data folder (4-decisions S). */
export async function keepAsFile(dataDir: string, message: Message): Promise<Delivery> {
  try {
    await (message.kind === 'email' ? keepEmail(join(dataDir, 'mail'), message) : keepSms(join(dataDir, 'sms'), message))
    return { outcome: 'sent' }
  } catch (error) {
    return {
      outcome: 'unreachable',
      reason: `The message could not be kept as a file: ${(error as NodeJS.ErrnoException).code}.`,
    }
  }
}

/** The text that a mail server would get (RFC 5322), and `Bcc`, which only the envelope would name. */
async function keepEmail(folder: string, message: EmailMessage): Promise<void> {
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows', ...closedToContent })
  const { message: text } = await transport.sendMail({ ...mailOf(message) })
  await keep(folder, `${fileName(message)}.eml`, Buffer.isBuffer(text) ? text : await buffer(text))
}

async function keepSms(folder: string, message: SmsMessage): Promise<void> {
  const { from, to, text } = message.content
  const lines = [`From: ${from ?? ''}`, `To: ${to}`, `Date: ${message.created}`, '', text, '']
  await keep(folder, `${fileName(message)}.txt`, Buffer.from(lines.join('\n')))
}

/** Sorts by time; the same message has the same name in every try, so that it is kept once. */
function fileName({ created, id }: Message): string {
  return `${created.replace(/\.\d+/, '').replace(/[-:]/g, '')}-${id}`
}

/** Whole or not at all, and on the disk before the message counts as sent. Messages are nobody else's to read. */
async function keep(folder: string, name: string, content: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const unfinished = join(folder, `.${name}.unfinished`)
  const file = await open(unfinished, 'w', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(unfinished, join(folder, name))
}
