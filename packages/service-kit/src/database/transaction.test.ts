import { startTemporaryPostgres } from '@open-oms/local-servers/temporary-postgres'
import pino from 'pino'
import t from 'tap'
import { testDatabase } from '../testing/test-database.ts'
import { createDatabase } from './database.ts'
import { joinTransaction } from './transaction.ts'

const silent = pino({ level: 'silent' })

async function withTable(test: Parameters<typeof testDatabase>[0]) {
  const database = await testDatabase(test)
  await database.query({ text: 'create table item (id int primary key, amount int not null check (amount >= 0))' })
  const insert = (id: number, amount = 0) => ({
    name: 'insert-item',
    text: 'insert into item values ($1, $2) returning id',
    values: [id, amount],
  })
  const ids = async () => (await database.query<{ id: number }>({ text: 'select id from item order by id' })).map((row) => row.id)
  return { database, insert, ids }
}

const currentId = {
  text: 'select pg_current_xact_id_if_assigned() is not null as assigned, now() = statement_timestamp() as first',
}

t.test('given several statements, when their transaction ends, then they are committed together', async (t) => {
  const { database, insert, ids } = await withTable(t)
  await database.inTransaction(async (tx) => {
    await tx.query(insert(1))
    await tx.query(insert(2))
    t.same(await ids(), [], 'they are not visible before')
  })
  t.same(await ids(), [1, 2])
})

t.test('given statements that are sent together, then they run in order after BEGIN', async (t) => {
  const { database, insert, ids } = await withTable(t)
  const work = database.inTransaction(async (tx) => {
    await Promise.all([tx.query(insert(1)), tx.query(insert(2)), tx.query({ text: 'update item set amount = id' })])
    throw new Error('undo')
  })
  await t.rejects(work, { message: 'undo' })
  t.same(await ids(), [])
})

t.test('given work that sends nothing, when it runs in a transaction, then it takes no connection', async (t) => {
  const { database } = await withTable(t)
  const before = database.pool.totalCount - database.pool.idleCount
  const response = await database.inTransaction(async () => database.pool.totalCount - database.pool.idleCount)
  t.equal(response, before)
})

t.test('given commitWith as the only statement, when it runs, then it is sent without BEGIN', async (t) => {
  const { database, insert, ids } = await withTable(t)
  const rows = await database.inTransaction((tx) => tx.commitWith<{ id: number }>(insert(7)))
  t.same(rows, [{ id: 7 }])
  t.same(await ids(), [7])
  const [state] = await database.inTransaction((tx) => tx.commitWith<{ first: boolean }>(currentId))
  t.equal(state?.first, true)
})

t.test('given earlier statements, when commitWith runs, then all are committed', async (t) => {
  const { database, insert, ids } = await withTable(t)
  await database.inTransaction(async (tx) => {
    await tx.query(insert(1))
    await tx.commitWith(insert(2))
    t.same(await ids(), [1, 2], 'committed when commitWith returns')
  })
})

t.test('given earlier statements, when the last one fails, then none has an effect', async (t) => {
  const { database, insert, ids } = await withTable(t)
  const work = database.inTransaction(async (tx) => {
    await tx.query(insert(1))
    await tx.commitWith(insert(2, -1))
  })
  await t.rejects(work, { code: '23514' })
  t.same(await ids(), [])
})

t.test('given deferred statements, when the next one or COMMIT is sent, then they are sent before it in order', async (t) => {
  const { database, insert, ids } = await withTable(t)
  await database.inTransaction(async (tx) => {
    tx.later(insert(1))
    tx.later({ text: 'update item set amount = amount + 1' })
    const rows = await tx.query<{ amount: number }>({ text: 'select amount from item' })
    t.same(rows, [{ amount: 1 }], 'the next statement sees them')
    tx.later(insert(2))
  })
  t.same(await ids(), [1, 2])
  await database.inTransaction(async (tx) => {
    tx.later(insert(3))
    await tx.commitWith(insert(4))
  })
  await database.inTransaction(async (tx) => tx.later(insert(5)))
  t.same(await ids(), [1, 2, 3, 4, 5])
})

t.test('given a deferred statement, when it fails, then the transaction is rolled back and the failure is raised', async (t) => {
  const { database, insert, ids } = await withTable(t)
  const refused = insert(1, -1)
  const endings: ((tx: Parameters<Parameters<typeof database.inTransaction>[0]>[0]) => unknown)[] = [
    (tx) => tx.commitWith(insert(2)),
    (tx) => tx.query(insert(2)),
    () => undefined,
  ]
  for (const end of endings) {
    const work = database.inTransaction(async (tx) => {
      await tx.query(insert(3))
      tx.later(refused)
      await end(tx)
    })
    await t.rejects(work, { code: '23514' })
  }
  t.same(await ids(), [])
})

t.test('given a deferred statement, when the work fails, then it is not sent', async (t) => {
  const { database, insert, ids } = await withTable(t)
  const work = database.inTransaction(async (tx) => {
    tx.later(insert(1))
    throw new Error('undo')
  })
  await t.rejects(work, { message: 'undo' })
  t.same(await ids(), [])
})

t.test('given a transaction that has ended, when it is used, then it fails', async (t) => {
  const { database, insert } = await withTable(t)
  await t.rejects(
    database.inTransaction(async (tx) => {
      await tx.commitWith(insert(1))
      await tx.query(insert(2))
    }),
    /after its end/,
  )
})

t.test('given a failed statement that was caught, when the work ends, then it fails and nothing is committed', async (t) => {
  const { database, insert, ids } = await withTable(t)
  const work = database.inTransaction(async (tx) => {
    await tx.query(insert(1))
    await tx.query(insert(1)).catch(() => undefined)
  })
  await t.rejects(work, /after a failed statement/)
  t.same(await ids(), [])
})

t.test('given a transaction, when another begins inside it, then it is refused, and one after its commit works', async (t) => {
  const { database, insert } = await withTable(t)
  await t.rejects(
    database.inTransaction(async (tx) => {
      await tx.query(insert(1))
      await database.inTransaction((inner) => inner.query(insert(2)))
    }),
    /cannot be nested/,
  )
  let later: Promise<unknown> | undefined
  await database.inTransaction(async (tx) => {
    tx.afterCommit(() => {
      later = database.inTransaction((next) => next.query(insert(3)))
    })
    await tx.query(insert(4))
  })
  t.same(await later, [{ id: 3 }])
})

t.test('given actions after the commit, when a transaction ends, then they run only after a commit', async (t) => {
  const { database, insert, ids } = await withTable(t)
  const seen: string[] = []
  await database.inTransaction(async (tx) => {
    tx.afterCommit(() => seen.push('query'))
    await tx.query(insert(1))
    t.same(seen, [])
  })
  await database.inTransaction(async (tx) => {
    tx.afterCommit(() => seen.push('commitWith'))
    await tx.commitWith(insert(2))
    t.same(seen, ['query', 'commitWith'], 'already when commitWith returns')
    tx.afterCommit(() => seen.push('late'))
  })
  const failing = database.inTransaction(async (tx) => {
    tx.afterCommit(() => seen.push('never'))
    await tx.query(insert(1))
  })
  await t.rejects(failing, { code: '23505' })
  t.same(seen, ['query', 'commitWith', 'late'])
  await database.inTransaction(async (tx) => {
    tx.afterCommit(() => {
      throw new Error('an action fails')
    })
    await tx.query(insert(3))
  })
  t.same(await ids(), [1, 2, 3], 'a failing action does not undo the commit')
})

t.test('given a joined transaction, when commitWith is called on it, then the outer one is not ended', async (t) => {
  const { database, insert, ids } = await withTable(t)
  await database.inTransaction(async (tx) => {
    await joinTransaction(tx).commitWith(insert(1))
    t.same(await ids(), [])
    await tx.query(insert(2))
  })
  t.same(await ids(), [1, 2])
})

t.test('given two transactions in a deadlock, when Postgres ends one of them, then it is run again', async (t) => {
  const { database, insert, ids } = await withTable(t)
  await database.query(insert(1))
  await database.query(insert(2))
  const change = (id: number) => ({ text: 'update item set amount = amount + 1 where id = $1', values: [id] })
  const both = Promise.withResolvers<void>()
  let arrived = 0
  const crossing = (first: number, second: number) =>
    database.inTransaction(async (tx) => {
      await tx.query(change(first))
      arrived++
      if (arrived === 2) both.resolve()
      await both.promise
      await tx.query(change(second))
    })
  await Promise.all([crossing(1, 2), crossing(2, 1)])
  // A second deadlock is possible: the one that runs again may lock its row before the other wakes
  // up.
  t.ok(arrived >= 3, 'one of them ran again')
  t.same(await database.query({ text: 'select amount from item order by id' }), [{ amount: 2 }, { amount: 2 }])
  t.same(await ids(), [1, 2])
})

t.test('given columns of several types, when they are read, then their values have the documented types', async (t) => {
  const { database } = await withTable(t)
  const [row] = await database.query({
    text: `select 9007199254740991::bigint as big, array[1, null]::bigint[] as bigs, 1.10::numeric as amount, date '2026-03-01' as day,
      '{ "a":1}'::json as document, '{"a":1}'::jsonb as parsed, timestamptz '2026-03-01T12:00:00+01' as moment`,
  })
  t.same(row, {
    big: 9007199254740991,
    bigs: [1, null],
    amount: '1.10',
    day: '2026-03-01',
    document: '{ "a":1}',
    parsed: { a: 1 },
    moment: new Date('2026-03-01T11:00:00Z'),
  })
})

t.test('given a statement that Postgres refuses, when the next one runs, then it has the same connection', async (t) => {
  const { database, insert } = await withTable(t)
  await database.query(insert(1))
  const [before] = await database.query<{ pid: number }>({ text: 'select pg_backend_pid() as pid' })
  await t.rejects(database.query(insert(1)), { code: '23505' })
  const [after] = await database.query<{ pid: number }>({ text: 'select pg_backend_pid() as pid' })
  t.equal(after?.pid, before?.pid)
})

t.test('given a pool, when Postgres restarts, then work in progress is Unavailable and the next succeeds', async (t) => {
  const server = await startTemporaryPostgres()
  t.teardown(() => server.remove())
  const database = createDatabase({ url: server.url, log: silent, connectTimeoutMs: 240_000 })
  t.teardown(() => database.close())
  const sleeping = database.inTransaction(async (tx) => {
    await tx.query({ text: 'select 1' })
    await tx.query({ text: 'select pg_sleep(3600)' })
  })
  const interrupted = t.rejects(sleeping, { code: 'Unavailable', details: { retryAfterSeconds: 1 } }, 'work under way')
  await Promise.all([database.query({ text: 'select 1' }), database.query({ text: 'select 2' })])
  await server.stop()
  await interrupted
  await t.rejects(database.query({ text: 'select 1' }), { code: 'Unavailable' }, 'a statement while it is down')
  await t.rejects(
    database.inTransaction((tx) => tx.query({ text: 'select 1' })),
    { code: 'Unavailable' },
    'a transaction while it is down',
  )
  await server.start()
  t.same(await database.query({ text: 'select 3 as three' }), [{ three: 3 }])
  t.same(await database.inTransaction((tx) => tx.query({ text: 'select 4 as four' })), [{ four: 4 }])
})

// Postgres ends the sessions of processes that stood still.
t.test('given a transaction that waited too long between two statements, when it goes on, then it is unavailable', async (t) => {
  const { database, insert, ids } = await withTable(t)
  for (const setting of ['idle_in_transaction_session_timeout', 'transaction_timeout']) {
    const work = database.inTransaction(async (tx) => {
      await tx.query(insert(1))
      await tx.query({ text: `set local ${setting} = 100` })
      await tx.query({ text: 'select pg_sleep(0.05)' })
      // As of a process that stands still: what Postgres has sent meanwhile is read afterwards.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000)
      await tx.query(insert(2))
    })
    await t.rejects(work, { code: 'Unavailable' }, setting)
    t.same(await ids(), [])
  }
})
