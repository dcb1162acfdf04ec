import { connect, createServer, type Socket } from 'node:net'

/** What a connection suffers; `up` is from the client to the server. */
export type Trouble =
  | { kind: 'cut' }
  | { kind: 'delayed'; delayMs: number }
  /** Carries so much and no more, as a network that others fill. */
  | { kind: 'slow'; bytesPerSecond: number }
  /** Ends in the middle of what it carries next. */
  | { kind: 'halved' }
  /** Nothing arrives in one direction, and nobody is told. */
  | { kind: 'one-way'; direction: 'up' | 'down' }

export type TcpProxy = {
  port: number
  /**
   * Troubles all connections, and those that are made meanwhile, until the returned function is
   * called: then connections that lost something end, and new ones are as they should be.
   */
  trouble(trouble: Trouble): () => void
  stop(): Promise<void>
}

/** Passes connections to a port of 127.0.0.1 on to another one, and troubles them on demand. */
export async function startTcpProxy(target: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  let current: Trouble | null = null
  const troubleOf = () => current
  const server = createServer({ noDelay: true }, (client) => {
    if (current?.kind === 'cut') return void client.destroy()
    const upstream = connect({ port: target, host: '127.0.0.1', noDelay: true })
    pass(client, upstream, () => ({ trouble: troubleOf(), direction: 'up' }))
    pass(upstream, client, () => ({ trouble: troubleOf(), direction: 'down' }))
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.once('close', () => sockets.delete(socket))
    }
    client.once('close', () => upstream.destroy())
    upstream.once('close', () => client.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as { port: number }).port,
    trouble: (trouble) => {
      current = trouble
      if (trouble.kind === 'cut') endAll()
      return () => {
        current = null
        if (trouble.kind === 'one-way') endAll()
      }
    },
    stop: async () => {
      endAll()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

type Passing = { trouble: Trouble | null; direction: 'up' | 'down' }

const SECOND_MS = 1_000

function waitFor(trouble: Trouble | null, bytes: number): number {
  if (trouble?.kind === 'slow') return (bytes * SECOND_MS) / trouble.bytesPerSecond
  return trouble?.kind === 'delayed' ? trouble.delayMs : 0
}

/** Writes what comes from one socket to the other, in its order, with what troubles it then. */
function pass(from: Socket, to: Socket, state: () => Passing): void {
  let last = Promise.resolve()
  const write = (chunk: Buffer) => {
    if (!to.destroyed && !to.write(chunk)) {
      from.pause()
      to.once('drain', () => from.resume())
    }
  }
  from.on('data', (chunk: Buffer) => {
    const { trouble, direction } = state()
    if (trouble?.kind === 'one-way' && trouble.direction === direction) return
    const waitMs = waitFor(trouble, chunk.length)
    if (trouble?.kind === 'halved') {
      write(chunk.subarray(0, Math.floor(chunk.length / 2)))
      to.end()
      from.destroy()
      return
    }
    // Who sends is to wait, instead of this process keeping it all.
    if (trouble?.kind === 'slow') from.pause()
    last = last
      .then(() => (waitMs === 0 ? undefined : new Promise((resolve) => setTimeout(resolve, waitMs).unref())))
      .then(() => {
        from.resume()
        write(chunk)
      })
  })
  from.once('end', () => void last.then(() => to.end()))
}
