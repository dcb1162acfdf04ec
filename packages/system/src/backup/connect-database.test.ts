import { setTimeout as delay } from 'node:timers/promises'
import { testServerUrl } from '@open-oms/service-kit/testing/test-database'
import t from 'tap'
import { connectDatabase } from './connect-database.ts'

t.test(
  'given a connection that is lost while nothing is asked, then the next query fails and the process continues',
  async (t) => {
    const url = await testServerUrl()
    const [client, other] = [await connectDatabase(url, 'idle'), await connectDatabase(url, 'other')]
    t.teardown(() => other.end())
    const { rows } = await client.query('select pg_backend_pid() as pid')
    await other.query('select pg_terminate_backend($1, 10000)', [rows[0].pid])
    await delay(50)
    await t.rejects(client.query('select 1'))
    await client.end()
  },
)
