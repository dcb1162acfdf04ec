import t from 'tap'
import { testCatalog } from '../../testing/test-catalog.ts'

const catalog = await testCatalog(t)
const ids = ['B-2', 'b-1', 'A-1', 'Å-9', 'C 3']
for (const id of ids)
  await catalog.send({ method: 'POST', url: '/api/BusinessCustomer', body: { id, name: `Name of ${id}`, vat: 'NO1' } })
const list = async (query = '') => (await catalog.send({ url: `/api/BusinessCustomer${query}` })).body

t.test('given customers, when they are listed in pages, then each comes once, as reading it gives it', async (t) => {
  const found = []
  for (let after: string | null = ''; after !== null; ) {
    const { result, next }: { result: { id: string }[]; next: string | null } = await list(
      `?take=2&after=${encodeURIComponent(after)}`,
    )
    found.push(...result)
    after = next
  }
  t.same(found.map(({ id }) => id).toSorted(), ids.toSorted())
  const one = (await catalog.send({ url: '/api/BusinessCustomer/A-1' })).body
  t.same(
    found.find(({ id }) => id === 'A-1'),
    one,
  )
  t.same(await list(), { result: found, next: null })
})

t.test('given a wrong take, when customers are listed, then it is 400', async (t) => {
  for (const take of ['0', '251', 'x'])
    t.equal((await catalog.send({ url: `/api/BusinessCustomer?take=${take}` })).status, 400, take)
})

t.test('given words, when customers are searched, then those with each of them in id or name are found', async (t) => {
  await catalog.send({ method: 'POST', url: '/api/BusinessCustomer', body: { id: 'fjord', name: 'Fjord Kaffe 100% AS' } })
  const found = async (text: string) => {
    const { result }: { result: { id: string }[] } = await list(`?searchText=${encodeURIComponent(text)}`)
    return result.map(({ id }) => id)
  }
  t.same(await found('KAFFE fjo'), ['fjord'])
  t.same(await found('fjord tea'), [])
  t.same(await found('100%'), ['fjord'])
  t.same(await found('1%0'), [], 'signs of patterns are signs')
  t.same((await found('name B-')).toSorted(), ['B-2', 'b-1'])
  t.equal((await catalog.send({ url: `/api/BusinessCustomer?searchText=${'x'.repeat(201)}` })).status, 400)
})
