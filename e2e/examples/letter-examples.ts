import { queryRows, type SystemUnderTest } from '../system-under-test.ts'
import type { Examples } from './example-recorder.ts'
import { settled } from './order-examples.ts'
import { order } from './the-world.ts'

/** A mail to a customer that is sent again. */
export async function messageExamples(examples: Examples): Promise<void> {
  const { call, until } = examples
  const path = { orderId: 'K-11' }
  await call('createOrder', { body: { ...order('K-11'), isNotificationsDisabled: false }, isKept: false })
  await settled(examples, 'K-11')
  const mail = { sendEmail: true, emailTo: 'kari@example.com', emailSubject: 'Your order' }
  await call('addComment', { body: { ...path, commentText: 'It leaves tomorrow.', ...mail }, isKept: false })
  const isSent = ({ result }: { result: { state: string }[] }) => result[0]?.state === 'Sent'
  const { result } = await until(isSent, 'listOrderMessages', { path, query: { take: 1 } })
  const ofMessage = { ...path, messageId: result[0].id }
  await call('getOrderMessage', { path: ofMessage })
  await call('resendOrderMessage', { path: ofMessage })
  await call('sendOrderInvoice', { path, body: { emailTo: 'kari@example.com' } })
}

const letters = [
  {
    service: 'orders-workflow',
    name: 'Order',
    consumer: 'orders-products',
    type: 'catalog.asset.stored.v1',
    source: '/catalog/asset',
  },
  {
    service: 'accounting-read',
    name: 'Accounting',
    consumer: 'accounting-payments',
    type: 'orders.shipment.changed.v1',
    source: '/orders/order',
  },
] as const

/** Two events that each service could not handle: one is replayed, the other one dropped. */
export async function deadLetterExamples({ call }: Examples, { system }: Pick<SystemUnderTest, 'system'>): Promise<void> {
  for (const { service, name, consumer, type, source } of letters) {
    for (const subject of ['L-1', 'L-2']) {
      const envelope = JSON.stringify({ specversion: '1.0', id: subject, source, type, subject, sequence: 1 })
      await queryRows(
        system.databaseUrls[service],
        `insert into kit.dead_letter (consumer, event_id, type, source, subject, sequence, envelope, tries, reason)
          values ($1, $2, $3, $4, $2, 1, $5, 8, 'Error: the disk is full')`,
        [consumer, subject, type, source, envelope],
      )
    }
    const { result } = await call(`list${name}DeadLetters`, { query: { consumer, take: 2 } })
    const [first, second] = result.map(({ id }: { id: string }) => ({ deadLetterId: id }))
    await call(`get${name}DeadLetter`, { path: first })
    await call(`drop${name}DeadLetter`, { path: first })
    await call(`replay${name}DeadLetter`, { path: second })
  }
}
