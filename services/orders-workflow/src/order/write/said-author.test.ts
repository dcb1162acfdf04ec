import t from 'tap'
import { createdOrder, orderBody, testOrders } from '../../testing/test-orders.ts'

const test = await testOrders(t)

const comment = (orderId: string, createdBy: string | null, as: object = {}) =>
  test.send({ method: 'POST', url: '/api/Orders/AddComment', body: { orderId, commentText: 'Hei', createdBy }, as })
const hold = (orderId: string, userId: string | null, as: object = {}) =>
  test.send({ method: 'POST', url: `/api/Orders/${orderId}/Holds`, body: { reasonCode: 'Check', userId }, as })
const versions = async (orderId: string) => (await test.send({ url: `/api/Orders/${orderId}/Versions` })).body

t.test(
  'given a client that says a name of its own system, when it writes, then what is said and what is proven are both shown',
  async (t) => {
    const { id } = await createdOrder(test)
    t.equal((await comment(id, 'Ola i kassen', { clientId: 'till' })).status, 200)
    const [newest, first] = await versions(id)
    t.match(newest, { createdBy: 'Ola i kassen', provenBy: 'till' })
    t.equal(first.provenBy, null)
    t.match((await test.send({ url: `/api/Orders/${id}/${newest.versionId}` })).body, {
      createdBy: 'Ola i kassen',
      provenBy: 'till',
    })
    const { body } = await test.send({ url: `/api/Orders/${id}/Timeline` })
    const entry = body.result.find(
      ({ kind, versionId }: { kind: string; versionId: string }) => kind === 'version' && versionId === newest.versionId,
    )
    t.match(entry, { actor: 'Ola i kassen', data: { provenBy: 'till' } })
    t.equal((await comment(id, 'till', { clientId: 'till' })).status, 200)
    t.match((await versions(id))[0], { createdBy: 'till', provenBy: null })
  },
)

t.test(
  'given the name of a person of this system, when a client says it, then it is refused and nothing is written',
  async (t) => {
    const { id } = await createdOrder(test)
    const values = ['ola@provider.example', 'Ola']
    await test.database.query({
      text: 'insert into colleague (person, user_name, display_name, store_ids, seen) values ($1, $1, $2, array[]::text[], now())',
      values,
    })
    for (const name of ['demo@example.com', ' DEMO@example.com ', 'Ola@Provider.example'])
      t.match(await comment(id, name), { status: 400, body: { errors: { createdBy: [/is a person of this system/] } } }, name)
    for (const name of ['Kari Demo', 'kari demo', 'OLA', 'demo-reader', 'Workflow', 'k\u0430ri', 'Ola\u200b Nordmann'])
      t.match(await comment(id, name), { status: 400, body: { errors: { createdBy: [String] } } }, name)
    t.match(await hold(id, 'demo@example.com'), { status: 400, body: { errors: { userId: [/is a person of this system/] } } })
    t.equal((await versions(id)).length, 1)
  },
)

t.test('given names of one script, when they look like a person of this system, then they are refused', async (t) => {
  const { id } = await createdOrder(test)
  // Someone whom a provider let in, as their first look at orders notes them.
  const person = { clientId: 'scope@cope.cc', claims: { person: true, name: 'Соре' } }
  await test.send({ url: '/api/Colleagues', as: person })
  const lookAlikes = ['ѕсоре@соре.сс', 'Cope', 'СОРЕ']
  for (const name of lookAlikes)
    t.match(await comment(id, name), { status: 400, body: { errors: { createdBy: [String] } } }, name)
  t.match(await comment(id, 'СОРЕ'), { body: { errors: { createdBy: [/or looks like one/] } } })
  t.equal((await comment(id, 'Ирина')).status, 200)
})

t.test('given names that show as one of a person of this system, when a client says them, then they are refused', async (t) => {
  const { id } = await createdOrder(test)
  const invisible = ['\u034f', '\u115f', '\u17b4', '\u180b', '\u2800', '\ufe0f', '\u{e0100}'].map((sign) => `Kari${sign} Demo`)
  for (const name of [...invisible, 'Kari  Demo', '  Kari   Demo ', 'ꓗꓮꓣꓲ ꓓꓰꓟꓳ'])
    t.match(await comment(id, name), { status: 400, body: { errors: { createdBy: [String] } } }, JSON.stringify(name))
  t.equal((await versions(id)).length, 1)
})

t.test('given an order with comments, when it is imported, then those of people of this system are refused', async (t) => {
  const imported = (creator: string) => {
    const body = [{ ...orderBody(), orderNotes: [{ creator, detail: 'Ring dør 3', type: 'Internal' }] }]
    return test.send({ method: 'POST', url: '/api/Orders/ImportMany', body })
  }
  t.match(await imported('demo@example.com'), { status: 400, body: { errors: { '[0].orderNotes': [/demo@example.com/] } } })
  t.equal((await imported('Ola i kassen – 2')).status, 204)
})
