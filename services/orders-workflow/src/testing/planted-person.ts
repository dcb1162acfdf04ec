import type { OrdersTest } from './test-orders.ts'

/** Texts that only the customer of a planted order has. */
export const planted = {
  name: 'Zebulon Quist',
  email: 'zebulon.quist@plantedmail.example',
  phone: '+4791827364',
  street: 'Plantedroad 417',
  city: 'Plantedville',
  note: 'ring the plantedbell',
} as const

const address = {
  firstName: 'Zebulon',
  lastName: 'Quist',
  name: planted.name,
  line1: planted.street,
  city: planted.city,
  postalCode: '7777',
  email: planted.email,
  phone: planted.phone,
}
const { firstName, lastName, ...placeOfPerson } = address
const contactPerson = { firstName, lastName, email: planted.email, phone: planted.phone, address: placeOfPerson }

/** The personal fields of an order, as a patch of it. */
export const plantedFields = {
  customerName: planted.name,
  customerEmail: planted.email,
  customerPhone: planted.phone,
  customerContact: planted.name,
  customerReference: planted.name,
  invoiceComment: planted.note,
  billingAddress: address,
  contactPerson,
}

/** Gives an order a customer with personal data in every place that people fill in. */
export async function plantPerson(test: OrdersTest, orderId: string): Promise<void> {
  const patched = await test.send({ method: 'PATCH', url: `/api/Orders/${orderId}/PatchOrder`, body: plantedFields })
  if (patched.status !== 200) throw new Error(patched.text)
  const { body: order } = await test.send({ url: `/api/Orders/${orderId}` })
  const shipments = order.orderForm.shipments.map(({ shipmentId }: { shipmentId: string }) => ({
    shipmentId,
    address,
    contactPerson,
    comment: planted.note,
  }))
  const sent = await test.send({ method: 'PATCH', url: `/api/OrderShipments/${orderId}`, body: shipments })
  if (sent.status !== 200) throw new Error(sent.text)
  const body = { orderId, commentTitle: planted.name, commentText: planted.note, sendEmail: true }
  const noted = await test.send({ method: 'POST', url: '/api/Orders/AddComment', body })
  if (noted.status >= 300) throw new Error(noted.text)
}
