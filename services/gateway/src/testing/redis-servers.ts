import { execFileSync, spawn } from 'node:child_process'
import { createServer, type Socket } from 'node:net'

export type RedisServer = { name: string; url: string; stop(): Promise<void> }

const ignore = () => undefined

/** A real Redis, where one is installed; else null. */
export async function startRedis(): Promise<RedisServer | null> {
  try {
    execFileSync('redis-server', ['--version'], { stdio: 'ignore' })
  } catch {
    return null
  }
  const { port, stop: release } = await listen(ignore)
  await release()
  const child = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'], {
    stdio: 'pipe',
  })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await new Promise<void>((resolve) => child.stdout.on('data', (text) => String(text).includes('Ready to accept') && resolve()))
  const stop = () => {
    child.kill()
    return exited
  }
  return { name: 'redis-server', url: `redis://127.0.0.1:${port}`, stop }
}

function listen(onSocket: (socket: Socket) => void): Promise<{ port: number; stop(): Promise<void> }> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    onSocket(socket)
  })
  const stop = () =>
    new Promise<void>((resolve) => {
      for (const socket of sockets) socket.destroy()
      server.close(() => resolve())
    })
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve({ port: (server.address() as { port: number }).port, stop }))
  })
}

/** Speaks the Redis protocol; `respond` gives the response to a command as it is sent. */
export async function startRedisStandIn(respond: (words: string[]) => string): Promise<RedisServer> {
  const { port, stop } = await listen((socket) => {
    let received = ''
    socket.on('data', (chunk) => {
      received += chunk
      for (let next = readCommand(received); next !== null; next = readCommand(received)) {
        received = received.slice(next.length)
        socket.write(respond(next.words))
      }
    })
  })
  return { name: 'stand-in', url: `redis://127.0.0.1:${port}`, stop }
}

function readCommand(text: string): { words: string[]; length: number } | null {
  const head = /^\*(\d+)\r\n/.exec(text)
  if (head === null) return null
  let at = head[0].length
  const words: string[] = []
  for (let count = Number(head[1]); count > 0; count--) {
    const size = /^\$(\d+)\r\n/.exec(text.slice(at))
    if (size === null) return null
    const start = at + size[0].length
    at = start + Number(size[1]) + 2
    if (text.length < at) return null
    words.push(text.slice(start, at - 2))
  }
  return { words, length: at }
}
