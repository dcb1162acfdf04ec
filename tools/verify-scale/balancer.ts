import { connect, createServer, type Server, type Socket } from 'node:net'

export type BalancerPlan = {
  port: number
  /** Ports of 127.0.0.1 among which connections are spread. */
  targets: readonly number[]
  /** What a target responds to with 200 while it wants connections: `/health/ready`. */
  readyPath: string
  /** How often that is asked; 500 ms when absent. */
  askEveryMs?: number
}

export type Balancer = { url: string; stop(): Promise<void> }

type Target = { port: number; isReady: boolean }

const ASK_EVERY_MS = 500
const RESPONSE_WITHIN_MS = 2_000

/**
 * Spreads connections to a port of 127.0.0.1 over targets in turn, as a Service of Kubernetes does:
 * over those that are ready, or over all while none is. A target that takes no connection is passed
 * over, so that only connections break whose target ends.
 */
export async function startBalancer(plan: BalancerPlan): Promise<Balancer> {
  const targets: Target[] = plan.targets.map((port) => ({ port, isReady: true }))
  const asking = setInterval(() => void askAll(targets, plan.readyPath), plan.askEveryMs ?? ASK_EVERY_MS)
  const sockets = new Set<Socket>()
  let turn = 0
  const server = createServer({ noDelay: true }, (client) => {
    sockets.add(client)
    client.once('close', () => sockets.delete(client))
    client.on('error', () => client.destroy())
    void forward(client, inTurn(targets, turn++))
  })
  await listen(server, plan.port)
  const stop = async () => {
    clearInterval(asking)
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  }
  return { url: `http://127.0.0.1:${plan.port}`, stop }
}

/** The ready targets, beginning with the one whose turn it is; the others after them. */
function inTurn(targets: readonly Target[], turn: number): Target[] {
  const rotated = targets.map((_, index) => targets[(turn + index) % targets.length] as Target)
  return [...rotated.filter(({ isReady }) => isReady), ...rotated.filter(({ isReady }) => !isReady)]
}

async function forward(client: Socket, targets: readonly Target[]): Promise<void> {
  for (const { port } of targets) {
    const upstream = await connected(port)
    if (upstream === null) continue
    upstream.on('error', () => upstream.destroy())
    upstream.once('close', () => client.destroy())
    client.once('close', () => upstream.destroy())
    if (client.destroyed) return void upstream.destroy()
    client.pipe(upstream).pipe(client)
    return
  }
  client.destroy()
}

function connected(port: number): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    socket.once('error', () => resolve(null))
    socket.once('connect', () => {
      socket.removeAllListeners('error')
      resolve(socket)
    })
  })
}

async function askAll(targets: readonly Target[], path: string): Promise<void> {
  await Promise.all(
    targets.map(async (target) => {
      target.isReady = await isReady(`http://127.0.0.1:${target.port}${path}`)
    }),
  )
}

async function isReady(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(RESPONSE_WITHIN_MS) })
    await response.body?.cancel()
    return response.status === 200
  } catch {
    return false
  }
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
}
