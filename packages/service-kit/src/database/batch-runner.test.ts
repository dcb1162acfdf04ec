import { DomainError } from '@open-oms/contracts/errors'
import t from 'tap'
import { gathered, gatheredOn } from './batch-runner.ts'

t.test('given calls in one turn, when they are gathered, then they run together and later ones next', async (t) => {
  const runs: number[][] = []
  const gate = Promise.withResolvers<void>()
  const double = gathered(async (items: readonly number[]) => {
    runs.push([...items])
    await gate.promise
    return items.map((item) => item * 2)
  })
  const first = [double(1), double(2)]
  await new Promise(setImmediate)
  const next = [double(3), double(4)]
  gate.resolve()
  t.same(await Promise.all([...first, ...next]), [2, 4, 6, 8])
  t.same(runs, [
    [1, 2],
    [3, 4],
  ])
  t.equal(await double(5), 10, 'it continues after a pause')
})

t.test('given one bad item, when they are run together, then the others succeed', async (t) => {
  const run = gathered(async (items: readonly string[]) => {
    if (items.includes('bad')) throw new Error('no')
    return items.map((item) => item.length)
  })
  const results = await Promise.allSettled([run('a'), run('bad'), run('abc')])
  t.match(results, [{ value: 1 }, { status: 'rejected', reason: { message: 'no' } }, { value: 3 }])
})

t.test('given a database that is unreachable, when items are run together, then all fail after one try', async (t) => {
  const errors = [
    new DomainError('Unavailable', 'The database is not reachable at the moment.'),
    Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }),
  ]
  for (const error of errors) {
    let tries = 0
    const run = gathered(async (): Promise<number[]> => {
      tries += 1
      throw error
    })
    const results = await Promise.allSettled([run('a'), run('b'), run('c')])
    t.ok(results.every((result) => result.status === 'rejected' && result.reason === error))
    t.equal(tries, 1)
  }
})

t.test('given a transaction, when work is asked of it, then it runs on that transaction alone', async (t) => {
  const run = gatheredOn(async (database, items: readonly number[]) => [
    ...items,
    ...(await database.query({ text: '', values: [] })),
  ])
  const names: number[] = []
  const fakeDatabase = (name: number) => ({
    query: async () => {
      names.push(name)
      return []
    },
  })
  const [database, transaction] = [fakeDatabase(1), { ...fakeDatabase(2), commitWith: async () => [] }]
  t.same(await Promise.all([run(database, 3), run(database, 4), run(transaction, 5), run(transaction, 6)]), [3, 4, 5, 6])
  t.same(names.sort(), [1, 2, 2], 'and the database is asked once')
})
