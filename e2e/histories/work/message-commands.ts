import type { Client } from './client.ts'
import { orderPath } from './order-commands.ts'

const RESENT = 0.5

/** The address that an invoice is sent to, which no other request has. */
const addressOf = (mark: string) => `${mark}@example.com`

const keepMessage = ({ id }: { id: string }) => ({ id })

/** Sends the invoice of an order by e-mail, and that e-mail once more at times. */
export async function sendInvoice(client: Client): Promise<void> {
  const { random, pool } = client
  const order = pool.any(random, ({ isTill }) => !isTill)
  if (order === null) return
  const mark = client.newMark()
  const call = { method: 'POST', orderId: order.id, namesAnother: true, keep: keepMessage } as const
  const body = { emailTo: addressOf(mark) }
  const sent = await client.send({ ...call, operation: 'sendInvoice', path: `${orderPath(order)}/SendInvoice`, body, mark })
  if (!sent.isOk || !random.isTrue(RESENT)) return
  const path = `${orderPath(order)}/Messages/${sent.body.id}/Resend`
  await client.send({ ...call, operation: 'resend', path })
}
