import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { Teardown } from './test-database.ts'

export type DatabaseProxy = {
  /** The database behind the proxy. */
  url: string
  /** Keeps what the database sends from its clients from now on, until the next cut. */
  holdResults(): void
  /** Breaks all connections, and refuses new ones. */
  cut(): Promise<void>
  /** Takes connections again. */
  restore(): Promise<void>
}

/**
 * A TCP proxy in front of a database, for tests that cut the database off. It is closed with the
 * test.
 */
export async function databaseProxy(t: Teardown, databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl)
  const pairs = new Set<readonly [Socket, Socket]>()
  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname)
    const pair = [client, database] as const
    pairs.add(pair)
    for (const socket of pair) {
      socket.on('error', () => undefined)
      socket.once('close', () => {
        for (const either of pair) either.destroy()
        pairs.delete(pair)
      })
    }
    client.pipe(database)
    database.pipe(client)
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  const cut = async () => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    for (const pair of pairs) for (const socket of pair) socket.destroy()
    await closed
  }
  await listen(0)
  const { port } = server.address() as AddressInfo
  t.teardown(cut)
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${port}`
  const holdResults = () => {
    for (const [client, database] of pairs) database.unpipe(client)
  }
  return { url: url.href, holdResults, cut, restore: () => listen(port) }
}
