import t from 'tap'
import { editDirectly, insertDirectly, simpleOrder, writer, writing } from '../../../testing/orders/direct-writes.ts'
import { testOrders } from '../../../testing/test-orders.ts'
import { purgeOrder } from '../../orders/delete/purge-order.ts'
import { readOrderChanges } from './order-changes.ts'

const all = { storeIds: null, orderTypes: null }

t.test(
  'given an uncommitted change, when the feed is read, then it is absent, and gets its position after the commit',
  async (t) => {
    const { deps } = await testOrders(t)
    const create = (id: string) => insertDirectly(deps, simpleOrder(id))
    await create('early')
    const isWritten = Promise.withResolvers<void>()
    const mayCommit = Promise.withResolvers<void>()
    const late = writing(deps)('early', { customerName: 'late' }, async (tx) => {
      await tx.query({ text: 'select 1' })
      isWritten.resolve()
      await mayCommit.promise
    })
    await isWritten.promise
    await create('later')
    const page = await readOrderChanges(deps, { ...all, take: 10 })
    t.same(
      page.result.map(({ orderId, kind }) => `${orderId} ${kind}`),
      ['early created', 'later created'],
    )
    mayCommit.resolve()
    await late
    const next = await readOrderChanges(deps, { ...all, take: 10, after: page.next })
    t.same(
      next.result.map(({ orderId, kind }) => `${orderId} ${kind}`),
      ['early updated'],
    )
  },
)

// It assigned positions up to twenty times while others waited for the lock and held a connection.
t.test('given concurrent writes, when a page is read, then it assigns positions once', async (t) => {
  const { deps } = await testOrders(t)
  let rounds = 0
  const write = () => insertDirectly(deps, simpleOrder(`busy-${rounds}`))
  const inTransaction: typeof deps.inTransaction = async (work) => {
    const result = await deps.inTransaction(work)
    rounds += 1
    await write()
    return result
  }
  await write()
  const page = await readOrderChanges({ ...deps, inTransaction }, { ...all, take: 100 })
  t.match(page.result, [{ orderId: 'busy-0' }])
  t.equal(rounds, 1)
  const next = await readOrderChanges(deps, { ...all, after: page.next, take: 100 })
  t.match(next.result, [{ orderId: 'busy-1' }])
})

t.test('when orders change in any way, then each change has an entry, and an empty one has none', async (t) => {
  const { deps } = await testOrders(t)
  const change = (fields: object) => editDirectly(deps, 'k', (order) => ({ ...order, ...fields }))
  await insertDirectly(deps, simpleOrder('k'))
  for (const fields of [{ tags: ['a'] }, { tags: ['a'] }, { status: 'InProgress' }, { status: 'Deleted' }, { tags: [] }])
    await change(fields)
  await change({ status: 'InProgress' })
  await purgeOrder(deps, { orderId: 'k', write: writer })
  const { result } = await readOrderChanges(deps, { ...all, take: 100 })
  t.same(
    result.map(({ kind }) => kind),
    ['created', 'updated', 'statusChanged', 'deleted', 'updated', 'restored', 'purged'],
  )
  t.equal(result.at(-1)?.versionId, result.at(-2)?.versionId, 'a purge names the last version')
})

t.test('when the feed is filtered by stores or types, then it has the same entries as the whole feed filtered', async (t) => {
  const { deps } = await testOrders(t)
  const stores = ['Oslo-01', 'Bergen-01', '142']
  const types = ['Online', 'Pos']
  for (let turn = 0; turn < 60; turn++) {
    const [storeId, orderType] = [stores[turn % 3] as string, types[(turn >> 1) % 2] as string]
    await insertDirectly(deps, simpleOrder(`f-${turn}`, { storeId, orderType }))
  }
  const expected = (storeIds: string[] | null, orderTypes: string[] | null) =>
    Array.from({ length: 60 }, (_, turn) => turn)
      .filter((turn) => storeIds === null || storeIds.includes(stores[turn % 3] as string))
      .filter((turn) => orderTypes === null || orderTypes.includes(types[(turn >> 1) % 2] as string))
      .map((turn) => `f-${turn}`)
  for (const storeIds of [null, ['Oslo-01'], ['142', 'Bergen-01', '142'], ['Nowhere'], []]) {
    for (const orderTypes of [null, ['Pos'], ['Pos', 'Online', 'Pos'], ['Lottery']]) {
      const seen: string[] = []
      for (let after: string | undefined; ; ) {
        const page = await readOrderChanges(deps, { storeIds, orderTypes, take: 7, after })
        seen.push(...page.result.map(({ orderId }) => orderId))
        after = page.next
        if (page.result.length === 0) break
      }
      const wanted = expected(storeIds, orderTypes)
      t.equal(new Set(seen).size, seen.length)
      t.same([...seen].sort(), [...wanted].sort(), `${storeIds} ${orderTypes}`)
    }
  }
})
