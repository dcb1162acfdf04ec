import { errorCode } from '@open-oms/service-kit/database/database-errors'
import { testDatabase } from '@open-oms/service-kit/testing/test-database'
import t from 'tap'
import { usePrisma } from './use-prisma.ts'

const expires = new Date('2026-03-01T12:00:00.123Z')
const lock = (orderId: string) => ({ orderId, holder: '00000000-0000-4000-8000-000000000001', expires })

t.test('given an open transaction, when Prisma Client writes in it, then both see each other and commit together', async (t) => {
  const database = await testDatabase(t, 'orders-workflow')
  const holders = async () => (await database.query({ text: 'select order_id from order_lock order by order_id' })).length
  await database.inTransaction(async (tx) => {
    tx.later({ text: `insert into order_lock values ('later', gen_random_uuid(), now())` })
    await usePrisma(tx, (prisma) => prisma.orderLock.create({ data: lock('created') }))
    const seen = await tx.query({ text: 'select order_id, expires from order_lock order by order_id' })
    t.match(
      seen,
      [{ order_id: 'created', expires }, { order_id: 'later' }],
      'SQL sees what Prisma Client wrote, behind what was put off',
    )
    t.equal(await usePrisma(tx, (prisma) => prisma.orderLock.count()), 2)
    t.equal(await holders(), 0, 'nobody else does')
  })
  t.equal(await holders(), 2, 'all is committed together')
})

t.test('given an open transaction, when it is rolled back, then what Prisma Client wrote is undone', async (t) => {
  const database = await testDatabase(t, 'orders-workflow')
  const undone = database.inTransaction(async (tx) => {
    await usePrisma(tx, (prisma) => prisma.orderLock.create({ data: lock('undone') }))
    throw new Error('undo')
  })
  await t.rejects(undone, { message: 'undo' })
  t.same(await database.query({ text: 'select from order_lock' }), [])
})

t.test('given a refused statement of Prisma Client, when it fails, then it raises the error of the driver', async (t) => {
  const database = await testDatabase(t, 'orders-workflow')
  const create = (id: string) =>
    database.inTransaction((tx) => usePrisma(tx, (prisma) => prisma.orderLock.create({ data: lock(id) })))
  await create('taken')
  const error = await create('taken').catch((reason: unknown) => reason)
  t.match(error, { code: '23505', constraint: 'order_lock_pkey' })
  t.equal(errorCode(error), '23505')
  const caught = database.inTransaction(async (tx) => {
    await usePrisma(tx, (prisma) => prisma.orderLock.create({ data: lock('taken') })).catch(() => undefined)
  })
  await t.rejects(caught, /after a failed statement/)
  t.equal(await usePrisma(database, (prisma) => prisma.orderLock.count()), 1)
})

t.test('given concurrent transactions, when Prisma Client reads in each, then none sees the writes of another', async (t) => {
  const database = await testDatabase(t, 'orders-workflow')
  const ids = Array.from({ length: 8 }, (_, index) => `order-${index}`)
  /** Releases all callers once all have arrived. */
  const meetingOfAll = () => {
    const all = Promise.withResolvers<void>()
    let arrived = 0
    return () => {
      arrived++
      if (arrived === ids.length) all.resolve()
      return all.promise
    }
  }
  const [allWritten, allRead] = [meetingOfAll(), meetingOfAll()]
  const work = (orderId: string) =>
    database.inTransaction(async (tx) => {
      await usePrisma(tx, (prisma) => prisma.orderLock.create({ data: lock(orderId) }))
      await allWritten()
      // Prisma Client puts look-ups by id of one moment together, within a transaction only.
      const rows = await usePrisma(tx, (prisma) =>
        Promise.all(ids.map((id) => prisma.orderLock.findUnique({ where: { orderId: id } }))),
      )
      await allRead()
      return rows
    })
  const seen = await Promise.all(ids.map(work))
  t.same(
    seen.map((rows) => rows.flatMap((row) => row?.orderId ?? [])),
    ids.map((id) => [id]),
  )
})

t.test('given a statement of Prisma Client, when it runs several times, then it is prepared once per connection', async (t) => {
  const database = await testDatabase(t, 'orders-workflow')
  const prepared = await database.inTransaction(async (tx) => {
    for (const orderId of ['a', 'b', 'c']) await usePrisma(tx, (prisma) => prisma.orderLock.findFirst({ where: { orderId } }))
    // Its connection may have other statements of a test before.
    return await tx.query<{ times: number }>({
      text: `select count(*)::int as times from pg_prepared_statements
        where statement like '%order_lock%' and name like 'prisma-%' group by statement`,
    })
  })
  t.ok(prepared.length > 0)
  for (const { times } of prepared) t.equal(times, 1)
})

t.test('given no transaction, when Prisma Client needs several statements, then it is refused, dates are UTC', async (t) => {
  const database = await testDatabase(t, 'orders-workflow')
  await usePrisma(database, (prisma) => prisma.orderLock.create({ data: lock('moment') }))
  t.match(await usePrisma(database, (prisma) => prisma.orderLock.findMany()), [{ orderId: 'moment', expires }])
  const zone = usePrisma(database, (prisma) => prisma.$queryRaw`show timezone`)
  t.same(await zone, [{ TimeZone: 'UTC' }])
  const scroll = { id: lock('').holder, clientId: 'x', totalHits: 1, batchCount: 1, expires }
  const batches = { create: [{ number: 1, orderIds: ['a'], versionNumbers: [1] }] }
  const many = usePrisma(database, (prisma) => prisma.scroll.create({ data: { ...scroll, batches } }))
  await t.rejects(many, /needs a transaction/)
})
