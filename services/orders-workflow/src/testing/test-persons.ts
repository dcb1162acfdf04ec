import { createdOrder, type OrdersTest, updateStatus } from './test-orders.ts'

let persons = 0

export type TestPerson = ReturnType<typeof newPerson>

/**
 * A person whom nobody else is mixed up with: the words that name it, and the fields of an order.
 */
export function newPerson() {
  const mark = `Q${process.pid}x${++persons}`
  const phone = `+47 9${String(1_000_000 + process.pid * 10 + persons).slice(-7)}`
  const words = { name: `Gunvor ${mark}`, email: `${mark}@example.com`, phone, street: `${mark}veien 1` }
  const address = { firstName: 'Gunvor', lastName: mark, line1: words.street, postalCode: '0155', city: 'Oslo', phone }
  const fields = {
    customerName: words.name,
    customerEmail: words.email,
    customerPhone: phone,
    customerNumber: null,
    billingAddress: address,
  }
  return { ...words, key: `email:${words.email.toLowerCase()}`, words: Object.values(words), fields }
}

/** A delivered order whose runs have ended. */
export async function deliveredOrder(test: OrdersTest, fields: Record<string, unknown>) {
  const order = await createdOrder(test, fields)
  await test.background.idle()
  const { status, text } = await updateStatus(test, order.id, { body: { status: 'Completed' } })
  if (status !== 200) throw new Error(text)
  await test.background.idle()
  return order
}

/** Everything that the service can know of a person; `id` is that of its order. */
export async function fullLife(test: OrdersTest): Promise<TestPerson & { id: string }> {
  const person = newPerson()
  const { fields, name, email, phone, key } = person
  const { id } = await deliveredOrder(test, fields)
  const post = async (url: string, body: object) => {
    const headers = { 'idempotency-key': `${url}-${id}` }
    const { status, text } = await test.send({ method: 'POST', url, body, headers })
    if (status >= 300) throw new Error(text)
  }
  await post('/api/Orders/AddComment', { orderId: id, commentText: `Til ${name}`, sendEmail: true, sendSms: true })
  await post('/api/cart', { customerEmail: email, customerPhone: phone })
  await post('/api/SavedSearches', { name: `Til ${name}`, search: { email } })
  await post(`/api/Customers/${encodeURIComponent(key)}/Notes`, { text: `${name} ringer ${phone}` })
  const delivery = `insert into webhook_delivery (subscription_id, event_id, event_type, subject, order_id, envelope, state, created, give_up)
    values ('erp', $1, 'orders.order.created.v1', $2, $2, $3, 'Delivered', now(), now())`
  const envelope = JSON.stringify({ id: `e-${id}`, data: { customer: email } })
  await test.database.query({ text: delivery, values: [`e-${id}`, id, envelope] })
  const notification = `insert into staff_notification (person, kind, source, subject, text, created)
    values ('ola', 'Mention', $1, $2, $2, now())`
  await test.database.query({ text: notification, values: [`x-${id}`, `Ring ${name}`] })
  const movement = `insert into inventory_movement (sku_id, warehouse_code, kind, quantity_delta, reserved_delta, reason, created)
    values ('CUP', 'OSLO', 'Adjust', 0, 0, $1, now())`
  await test.database.query({ text: movement, values: [`til ${name}`] })
  return { ...person, id }
}
