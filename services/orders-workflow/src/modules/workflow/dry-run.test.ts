import { joinTransaction } from '@open-oms/service-kit/database/transaction'
import t from 'tap'
import { testOrders } from '../../testing/test-orders.ts'
import { dryRun } from './dry-run.ts'

const test = await testOrders(t)
const insert = { text: `insert into number_sequence (name, last_number) values ('tried', 1)` }
const tried = () => test.database.query({ text: `select from number_sequence where name = 'tried'` })

t.test('given work in a dry run, when it ends, then its result is returned and its changes are undone', async (t) => {
  const result = await dryRun(test.deps, async ({ query }) => {
    await query(insert)
    return 'done'
  })
  t.equal(result, 'done')
  t.same(await tried(), [])
})

t.test(
  'given the transaction of a request, when a dry run ends in it, then nothing is stored and nothing follows its commit',
  async (t) => {
    let followed = 0
    await test.database.inTransaction(async (tx) => {
      const joined = joinTransaction(tx)
      const deps = { ...test.deps, inTransaction: <T>(work: (tx: typeof joined) => Promise<T>) => work(joined) }
      const result = await dryRun(deps, ({ inTransaction }) =>
        inTransaction(async (trial) => {
          trial.afterCommit(() => followed++)
          await trial.commitWith(insert)
          return (await trial.query({ text: `select from number_sequence where name = 'tried'` })).length
        }),
      )
      t.equal(result, 1)
      await tx.query({ text: `insert into number_sequence (name, last_number) values ('kept', 1)` })
    })
    t.same(await tried(), [])
    t.equal((await test.database.query({ text: `select from number_sequence where name = 'kept'` })).length, 1)
    t.equal(followed, 0)
  },
)

t.test('given work that fails, when it is a dry run, then the dry run fails and nothing is stored', async (t) => {
  const failing = dryRun(test.deps, async ({ query }) => {
    await query(insert)
    throw new Error('no')
  })
  await t.rejects(failing, { message: 'no' })
  t.same(await tried(), [])
})
