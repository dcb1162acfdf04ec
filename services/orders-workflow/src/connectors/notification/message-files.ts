import { type FileHandle, mkdir, open, opendir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { EmailMessage, Message, MessageKind, SmsMessage } from '../../modules/notifications/domain/message-content.ts'
import type { Delivery } from './delivery.ts'
import { closedToContent, type MailLogo, toMail } from './mail-of-message.ts'

/**
 * The folders of messages whose connector has no address: `mail/*.eml` and `sms/*.txt` below the
 * data folder (configuration.md#configuration-warnings).
 */
export async function keepAsFile(dataDir: string, message: Message, logo: MailLogo | null = null): Promise<Delivery> {
  try {
    await (message.kind === 'email' ? keepEmail(join(dataDir, 'mail'), message, logo) : keepSms(join(dataDir, 'sms'), message))
    return { outcome: 'sent' }
  } catch (error) {
    return {
      outcome: 'unreachable',
      reason: `The message could not be kept as a file: ${(error as NodeJS.ErrnoException).code}.`,
    }
  }
}

const folderOf: Record<MessageKind, string> = { email: 'mail', sms: 'sms' }
const endingOf: Record<MessageKind, string> = { email: 'eml', sms: 'txt' }

/**
 * Removes the file of a message, and its temporary file after a crash. Does nothing when there is
 * none.
 */
export async function removeKeptFile(dataDir: string, message: Pick<Message, 'id' | 'kind' | 'created'>): Promise<void> {
  const folder = join(dataDir, folderOf[message.kind])
  const name = `${fileName(message)}.${endingOf[message.kind]}`
  for (const file of [name, unfinishedName(name)]) await rm(join(folder, file), { force: true })
}

/** The message of a file, from its name: the id and the time of creation, to the second. */
export type KeptFile = { path: string; id: string; created: Date }

/** All files of messages below the data folder, also temporary ones. */
export async function* keptFiles(dataDir: string): AsyncGenerator<KeptFile> {
  for (const folder of Object.values(folderOf)) {
    const entries = await opendir(join(dataDir, folder)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw error
    })
    for await (const { name } of entries) {
      const [, y, mo, d, h, mi, s, id] = fileNameForm.exec(name) ?? []
      if (id !== undefined) yield { path: join(dataDir, folder, name), id, created: new Date(`${y}-${mo}-${d}T${h}:${mi}:${s}Z`) }
    }
  }
}

/** Syncs removals of files, so that they survive a power cut. */
export async function syncFolders(dataDir: string): Promise<void> {
  for (const folder of Object.values(folderOf)) {
    const handle = await open(join(dataDir, folder), 'r').catch(() => null)
    await handle?.sync().finally(() => handle.close())
  }
}

/** Loaded with the first message: most processes send none for long. */
async function createTextTransport() {
  const { default: nodemailer } = await import('nodemailer')
  return nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows', ...closedToContent })
}

let textTransport: ReturnType<typeof createTextTransport> | undefined

/** The text for a mail server (RFC 5322), with `Bcc`, which otherwise only the envelope has. */
async function keepEmail(folder: string, message: EmailMessage, logo: MailLogo | null): Promise<void> {
  textTransport ??= createTextTransport()
  const { message: text } = await (await textTransport).sendMail({ ...toMail(message, logo) })
  await keep(folder, `${fileName(message)}.eml`, Buffer.isBuffer(text) ? text : await buffer(text))
}

async function keepSms(folder: string, message: SmsMessage): Promise<void> {
  const { from, to, text } = message.content
  const lines = [`From: ${from ?? ''}`, `To: ${to}`, `Date: ${message.created}`, '', text, '']
  await keep(folder, `${fileName(message)}.txt`, Buffer.from(lines.join('\n')))
}

/** Sorts by time; a message has the same name in every try, so that it is stored once. */
function fileName({ created, id }: Pick<Message, 'created' | 'id'>): string {
  return `${created.replace(/\.\d+/, '').replace(/[-:]/g, '')}-${id}`
}

const fileNameForm =
  /^\.?(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(?:eml|txt)(?:\.unfinished)?$/

function unfinishedName(name: string): string {
  return `.${name}.unfinished`
}

/** Atomic, and synced before the message counts as sent. Only the service may read messages. */
async function keep(folder: string, name: string, content: Buffer): Promise<void> {
  const unfinished = join(folder, unfinishedName(name))
  const file = await openIn(folder, unfinished)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(unfinished, join(folder, name))
}

/** Opens a file to write it; a folder that is not there is made. */
async function openIn(folder: string, path: string): Promise<FileHandle> {
  try {
    return await open(path, 'w', 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return await open(path, 'w', 0o600)
  }
}
