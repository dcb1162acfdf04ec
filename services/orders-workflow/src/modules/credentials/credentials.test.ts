import t from 'tap'
import { testOrders } from '../../testing/test-orders.ts'

const test = await testOrders(t)
const gateway = { clientId: 'oms-gateway', roles: ['OrderAdmin' as const] }
const name = (letter: string) => letter.repeat(43)
const url = (letter: string) => `/internal/Credentials/${name(letter)}`
const write = (letter: string, version: number, sealed: string) =>
  test.send({ method: 'PUT', url: url(letter), body: { keyId: 'one', sealed, version }, as: gateway })
const read = async (letter: string) => (await test.send({ url: url(letter), as: gateway })).body.row

t.test('when a row is written, then it is read as it was written, and a second writer of the same version is told', async (t) => {
  t.equal(await read('a'), null)
  const both = await Promise.all([write('a', 0, 'first'), write('a', 0, 'second')])
  t.same(both.map(({ body }) => body.isWritten).sort(), [false, true])
  const { version } = await read('a')
  t.equal(version, 1)
  t.same((await write('a', 1, 'third')).body, { isWritten: true })
  t.same((await write('a', 1, 'late')).body, { isWritten: false })
  t.match(await read('a'), { name: name('a'), version: 2, sealed: 'third', keyId: 'one' })
  t.same((await write('b', 7, 'never read')).body, { isWritten: false })
})

t.test('when keys change, then the rows of other keys are listed by name', async (t) => {
  await test.send({ method: 'PUT', url: url('c'), body: { keyId: 'two', sealed: 'by two', version: 0 }, as: gateway })
  const list = async (query: Record<string, string>) =>
    (await test.send({ url: '/internal/Credentials', query, as: gateway })).body.result.map((row: { name: string }) => row.name)
  t.same(await list({ notSealedBy: 'one' }), [name('c')])
  t.same(await list({ notSealedBy: 'three' }), [name('a'), name('c')])
  t.same(await list({ notSealedBy: 'three', after: name('a') }), [name('c')])
})

t.test('given any other caller, when they ask, then it is refused', async (t) => {
  for (const as of [{ clientId: 'shop' }, { clientId: 'oms-gateway', claims: { person: true } }]) {
    t.equal((await test.send({ url: url('a'), as })).status, 403)
    t.equal((await test.send({ method: 'PUT', url: url('a'), body: { keyId: 'x', sealed: 'y', version: 2 }, as })).status, 403)
    t.equal((await test.send({ url: '/internal/Credentials', query: { notSealedBy: 'x' }, as })).status, 403)
  }
  t.equal((await test.send({ url: '/internal/Credentials/short', as: gateway })).status, 400)
})
