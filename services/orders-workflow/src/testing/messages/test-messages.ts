import { randomUUIDv7 } from 'node:crypto'
import type { Order } from '@open-oms/contracts/orders/order'
import type { TestDatabase } from '@open-oms/service-kit/testing/test-database'
import { type Message, newEmail } from '../../modules/notifications/domain/message-content.ts'
import { composeDue } from '../../modules/notifications/send/compose-due.ts'
import { composeMessage } from '../../modules/notifications/send/compose-message.ts'
import type { OrdersConfig } from '../../order/rules/context/orders-config.ts'
import { enqueueMessages, type NewMessage } from '../../order/store/new-message-store.ts'

import type { OrdersTest } from '../test-orders.ts'

const head = (connector: string) => ({ id: randomUUIDv7(), orderId: '7', connector, created: new Date().toISOString() })

/** An e-mail from the shop to Kari. Fields that are passed replace the sample's. */
export function sampleEmail(fields: Partial<Parameters<typeof newEmail>[1]> = {}): Message {
  const from = { name: null, address: 'shop@example.com' }
  return newEmail(head('email'), { from, to: ['kari@example.com'], cc: [], bcc: [], subject: 'Hei', text: 'Hei', ...fields })
}

export function sampleSms(): Message {
  return { ...head('sms'), kind: 'sms', content: { from: 'Shop', to: '+4791234567', text: 'Hei' } }
}

/** Stores messages as a command does. */
export async function enqueued<Kind extends NewMessage>(
  database: TestDatabase,
  messages: readonly Kind[],
): Promise<readonly Kind[]> {
  await database.inTransaction(async (tx) => enqueueMessages(tx, messages))
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
  composition: string | null
  warning: string | null
}

/** The rows of all messages, e-mails first. */
export function messageRows(database: Pick<TestDatabase, 'query'>): Promise<MessageRow[]> {
  return database.query<MessageRow>({ text: 'select * from message order by kind, created, id' })
}

/** Composes everything that is due, as the sender does. */
export async function composed({ database, deps }: Pick<OrdersTest, 'database' | 'deps'>): Promise<void> {
  const { config, log } = deps
  while (await composeDue({ inTransaction: database.inTransaction, config, log }));
}

/** What becomes of a message that is composed of a version of its order. */
export function composeTestMessage(
  { template, content, composition = { facts: {} }, ...message }: NewMessage,
  order: Order,
  config: OrdersConfig,
): { subject?: string; text: string; open?: string[] } {
  const due = { ...message, template: template ?? null, envelope: JSON.stringify(content), composition, attempts: 0 }
  return composeMessage(due, order, config).content as never
}

/** Expires the claims of dead processes and the pauses between tries. */
export async function expirePauses(database: TestDatabase): Promise<void> {
  await database.query({ text: `update message set next_attempt = now() where state = 'Waiting'` })
}
