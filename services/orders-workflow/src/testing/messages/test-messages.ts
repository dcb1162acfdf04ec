import { randomUUIDv7 } from 'node:crypto'
import type { TestDatabase } from '@oms/service-kit/testing/test-database'
import { type Message, newEmail } from '../../modules/messages/domain/message-content.ts'
import { enqueueMessages } from '../../modules/notifications/message-store.ts'

type EmailFields = Partial<Parameters<typeof newEmail>[1]>

const head = (connector: string) => ({ id: randomUUIDv7(), orderId: '7', connector, created: new Date().toISOString() })

/** An e-mail from the shop to Kari. Fields that are passed replace the sample's. */
export function sampleEmail(fields: EmailFields = {}): Message {
  const from = { name: null, address: 'shop@example.com' }
  return newEmail(head('email'), { from, to: ['kari@example.com'], cc: [], bcc: [], subject: 'Hei', text: 'Hei', ...fields })
}

export function sampleSms(): Message {
  return { ...head('sms'), kind: 'sms', content: { from: 'Shop', to: '+4791234567', text: 'Hei' } }
}

/** Stores messages as a command does. */
export async function enqueued(database: TestDatabase, messages: readonly Message[]): Promise<readonly Message[]> {
  await database.inTransaction((tx) => enqueueMessages(tx, messages))
  return messages
}

export type MessageRow = {
  id: string
  order_id: string | null
  kind: string
  connector: string
  state: string
  attempts: number
  sent: Date | null
  failure_reason: string | null
  content: string
}

/** The rows of all messages, e-mails first. */
export function messageRows(database: Pick<TestDatabase, 'query'>): Promise<MessageRow[]> {
  return database.query<MessageRow>({ text: 'select * from message order by kind, created, id' })
}

/** Expires the claims of dead processes and the pauses between tries. */
export async function expirePauses(database: TestDatabase): Promise<void> {
  await database.query({ text: `update message set next_attempt = now() where state = 'Waiting'` })
}
