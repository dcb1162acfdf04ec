import t from 'tap'
import { held } from '../../testing/orders/holding.ts'
import { returning } from '../../testing/returning.ts'
import { createdOrder, testOrders } from '../../testing/test-orders.ts'

const test = await testOrders(t)
const { deliveredOrder, postReturn, readOrder } = returning(test)
const program = { clientId: 'till' }
const person = { clientId: 'kari@example.com', claims: { person: true } }

const lastVersion = async (id: string) => (await test.send({ url: `/api/Orders/${id}/Versions` })).body[0]

async function comment(id: string, as: typeof program) {
  const body = { orderId: id, commentText: 'Called.', createdBy: 'ola' }
  const response = await test.send({ method: 'POST', url: '/api/Orders/AddComment', body, as })
  t.equal(response.status, 200, response.text)
  return response.body
}

async function authorsOfReturn(id: string, as: typeof program) {
  const body = { userId: 'ola', returns: [{ lineItemId: '1', returnQuantity: 1 }] }
  const response = await postReturn(id, body, { as })
  t.equal(response.status, 200, response.text)
  const versions: { operation: string; createdBy: string }[] = (await test.send({ url: `/api/Orders/${id}/Versions` })).body
  const createdBy = versions.filter(({ operation }) => operation === 'Return').map((version) => version.createdBy)
  return { userId: (await readOrder(id)).returnOrderForms[0].userId, createdBy }
}

async function hold(id: string, as: typeof program) {
  const response = await held(test, id, { body: { reasonCode: 'FraudCheck', userId: 'ola' }, as })
  t.equal(response.status, 200, response.text)
  return response.body.holds[0]
}

t.test('given a program, when it names someone as the author, then that name is in what it writes', async (t) => {
  const { id } = await createdOrder(test)
  t.match(await comment(id, program), { creator: 'ola', userId: 'till' })
  t.match(await lastVersion(id), { operation: 'AddComment', createdBy: 'ola', provenBy: 'till' })
  t.match(await hold(id, program), { createdBy: 'ola' })
})

t.test(
  'given a person who has signed in, when someone else is named as the author, then it is refused and nothing is written',
  async (t) => {
    const { id } = await createdOrder(test)
    const url = '/api/Orders/AddComment'
    const body = { orderId: id, commentText: 'Called.', createdBy: 'ola' }
    const refused = { status: 400, body: { errors: { createdBy: [/not who has signed in/] } } }
    t.match(await test.send({ method: 'POST', url, body, as: person }), refused)
    const ofHold = await held(test, id, { body: { reasonCode: 'FraudCheck', userId: 'ola' }, as: person })
    t.match(ofHold, { status: 400, body: { errors: { userId: [/not who has signed in/] } } })
    t.match(await lastVersion(id), { operation: 'Create' })
    for (const createdBy of ['Kari@example.com', null, undefined])
      t.equal((await test.send({ method: 'POST', url, body: { ...body, createdBy }, as: person })).status, 200)
    t.match(await lastVersion(id), { operation: 'AddComment', createdBy: 'kari@example.com', provenBy: null })
    t.match((await held(test, id, { body: { reasonCode: 'FraudCheck' }, as: person })).body.holds[0], {
      createdBy: 'kari@example.com',
    })
  },
)

t.test('given a program, when goods are returned for someone, then the form names them', async (t) => {
  const { id } = await deliveredOrder()
  t.match(await authorsOfReturn(id, program), { userId: 'ola', createdBy: ['ola'] })
})
