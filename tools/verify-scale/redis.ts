import { setTimeout as delay } from 'node:timers/promises'
import { freePort, isPortFree } from '@oms/local-servers/free-port'
import { startProcess } from '@oms/local-servers/managed-process'

export type SharedLimits = { url: string; stop(): Promise<void> }

/**
 * The Redis that REDIS_URL names, else a redis-server of the PATH, started on 127.0.0.1; null when
 * there is none.
 */
export async function startRedis(environment: NodeJS.ProcessEnv = process.env): Promise<SharedLimits | null> {
  if (environment.REDIS_URL) return { url: environment.REDIS_URL, stop: async () => undefined }
  const port = await freePort()
  const settings = { port, bind: '127.0.0.1', save: '', appendonly: 'no' }
  const server = await startProcess({
    name: 'redis',
    command: 'redis-server',
    args: Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]),
    environment,
    stopSignal: 'SIGTERM',
    stopTimeoutMs: 5_000,
    orphanDelaySeconds: 3,
    onLine: () => undefined,
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (server === null) return null
  while (server.isRunning() && (await isPortFree(port))) await delay(25)
  if (!server.isRunning()) throw new Error('redis-server ended while it started.')
  return { url: `redis://127.0.0.1:${port}`, stop: server.stop }
}
