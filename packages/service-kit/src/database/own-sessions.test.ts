import pg from 'pg'
import t from 'tap'
import { testDatabase } from '../testing/test-database.ts'
import { refuseSharedSessions, shareSessions } from './own-sessions.ts'

t.test(
  'given two connections to PostgreSQL itself, then they share no session, and neither is left in a transaction',
  async (t) => {
    const { url } = await testDatabase(t)
    const clients = [new pg.Client(url), new pg.Client(url)] as const
    for (const client of clients) await client.connect()
    t.equal(await shareSessions(...clients), false)
    const states = 'select distinct state from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'
    t.same((await clients[0].query(states)).rows, [{ state: 'idle' }])
    for (const client of clients) await client.end()
  },
)

t.test('given one session that serves two, then it is found to be shared', async (t) => {
  const { url } = await testDatabase(t)
  const client = new pg.Client(url)
  await client.connect()
  t.equal(await shareSessions(client, client), true)
  await client.end()
})

t.test('given a database that is not reached, then nothing is refused, and the check can be stopped', async (t) => {
  const refused: Error[] = []
  const { stop } = await refuseSharedSessions('postgres://nobody@127.0.0.1:1/none', (error) => refused.push(error))
  await stop()
  t.same(refused, [])
})
