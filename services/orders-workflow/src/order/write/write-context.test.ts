import t from 'tap'
import { held } from '../../testing/orders/holding.ts'
import { returning } from '../../testing/returning.ts'
import { createdOrder, testOrders } from '../../testing/test-orders.ts'

const test = await testOrders(t)
const { deliveredOrder, postReturn, readOrder } = returning(test)
const program = { clientId: 'till' }
const person = { clientId: 'kari@example.com', claims: { person: true } }

type Sender = typeof program | typeof person

const lastVersion = async (id: string) => (await test.send({ url: `/api/Orders/${id}/Versions` })).body[0]

async function comment(id: string, as: Sender) {
  const body = { orderId: id, commentText: 'Called.', createdBy: 'ola' }
  const response = await test.send({ method: 'POST', url: '/api/Orders/AddComment', body, as })
  t.equal(response.status, 200, response.text)
  return response.body
}

async function authorsOfReturn(id: string, as: Sender) {
  const body = { userId: 'ola', returns: [{ lineItemId: '1', returnQuantity: 1 }] }
  const response = await postReturn(id, body, { as })
  t.equal(response.status, 200, response.text)
  const versions: { operation: string; createdBy: string }[] = (await test.send({ url: `/api/Orders/${id}/Versions` })).body
  const createdBy = versions.filter(({ operation }) => operation === 'Return').map((version) => version.createdBy)
  return { userId: (await readOrder(id)).returnOrderForms[0].userId, createdBy }
}

async function hold(id: string, as: Sender) {
  const response = await held(test, id, { body: { reasonCode: 'FraudCheck', userId: 'ola' }, as })
  t.equal(response.status, 200, response.text)
  return response.body.holds[0]
}

t.test('given a program, when it names someone as the author, then that name is in what it writes', async (t) => {
  const { id } = await createdOrder(test)
  t.match(await comment(id, program), { creator: 'ola', userId: 'till' })
  t.match(await lastVersion(id), { operation: 'AddComment', createdBy: 'ola' })
  t.match(await hold(id, program), { createdBy: 'ola' })
})

t.test('given a person who has signed in, when someone else is named as the author, then it is the person', async (t) => {
  const { id } = await createdOrder(test)
  t.match(await comment(id, person), { creator: 'kari@example.com', userId: 'kari@example.com' })
  t.match(await lastVersion(id), { operation: 'AddComment', createdBy: 'kari@example.com' })
  t.match(await hold(id, person), { createdBy: 'kari@example.com' })
  t.match(await lastVersion(id), { operation: 'HoldOrder', createdBy: 'kari@example.com' })
})

t.test(
  'given a person who has signed in, when goods are returned for someone else, then the form does not name them',
  async (t) => {
    const { id } = await deliveredOrder()
    t.match(await authorsOfReturn(id, program), { userId: 'ola', createdBy: ['ola'] })
    const other = await deliveredOrder()
    t.match(await authorsOfReturn(other.id, person), { userId: null, createdBy: ['kari@example.com'] })
  },
)
