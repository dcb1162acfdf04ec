import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import pino from 'pino'
import t, { type Test } from 'tap'
import { testDatabase } from '../testing/test-database.ts'
import { createDatabase } from './database.ts'

/** ReadyForQuery, outside of a transaction. */
const ready = Buffer.from([0x5a, 0, 0, 0, 5, 0x49])

/** ErrorResponse of a server that is being stopped. */
function farewell(): Buffer {
  const fields = Buffer.from('SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0')
  const head = Buffer.from([0x45, 0, 0, 0, 0])
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}

/** A server that lets connections in and says in the same breath that it is being stopped. */
async function stoppingServer(t: Test, databaseUrl: string): Promise<string> {
  const target = new URL(databaseUrl)
  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname)
    client.on('data', (chunk) => database.write(chunk))
    database.on('data', (chunk) => client.write(chunk.includes(ready) ? Buffer.concat([chunk, farewell()]) : chunk))
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const) {
      one.on('error', () => undefined)
      one.once('close', () => other.destroy())
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => void server.close())
  return Object.assign(new URL(databaseUrl), { host: `127.0.0.1:${(server.address() as AddressInfo).port}` }).href
}

t.test(
  'given a server that is stopped just when a connection is made, when the connection is used, then that is 503 and the process continues',
  async (t) => {
    const { url } = await testDatabase(t)
    const database = createDatabase({ url: await stoppingServer(t, url), log: pino({ level: 'silent' }) })
    t.teardown(database.close)
    const select = { text: 'select 1 as one' }
    for (const use of [() => database.query(select), () => database.inTransaction((tx) => tx.query(select))])
      await t.rejects(use(), { code: 'Unavailable', message: 'The database is not reachable at the moment.' })
  },
)
