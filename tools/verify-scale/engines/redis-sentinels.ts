import { freePort, isPortFree } from '@open-oms/local-servers/free-port'
import { waitUntil } from '../../verify-deployment/wait-until.ts'
import { type Debian, deployedFile } from './debian.ts'

export type RedisSentinels = {
  /** What REDIS_URL is then. */
  url: string
  /** Ends the first primary as a crash does; done when the sentinels have named another. */
  killPrimary(): Promise<void>
}

/** How long the sentinels may take to see that a server is away, and to agree. */
const AGREED_WITHIN_MS = 60_000

/** Starts three Redis with deploy/engines/redis.conf and three sentinels with its sentinel.conf. */
export async function startRedisSentinels(
  debian: Debian,
  password: string,
  undo: (() => Promise<void>)[],
): Promise<RedisSentinels> {
  const start = async (name: string, port: number, lines: string) => {
    const kind = name.startsWith('sentinel') ? 'sentinel' : 'redis'
    const own = `port ${port}\nbind 127.0.0.1\nrequirepass ${password}\n${lines}`
    const file = debian.write(`${name}.conf`, `${own}\n${deployedFile(`${kind}.conf`)}`)
    const command = kind === 'redis' ? 'redis-server' : 'redis-sentinel'
    const running = await debian.start({ name, command, args: [file, '--dir', debian.folder] })
    undo.push(running.stop)
    await waitUntil(name, async () => !(await isPortFree(port)))
    return running
  }
  const [primaryPort, ...replicaPorts] = [await freePort(), await freePort(), await freePort()]
  const primary = await start('redis-1', primaryPort as number, `masterauth ${password}`)
  for (const [index, port] of replicaPorts.entries())
    await start(`redis-${index + 2}`, port, `masterauth ${password}\nreplicaof 127.0.0.1 ${primaryPort}`)
  const sentinelPorts = [await freePort(), await freePort(), await freePort()]
  for (const [index, port] of sentinelPorts.entries()) {
    const monitor = `sentinel monitor oms 127.0.0.1 ${primaryPort} 2\nsentinel auth-pass oms ${password}`
    await start(`sentinel-${index + 1}`, port, `${monitor}\nsentinel sentinel-pass ${password}`)
  }
  const hosts = sentinelPorts.map((port) => `127.0.0.1:${port}`).join(',')
  const named = () => debian.read('sentinel-1.conf').match(/^sentinel monitor oms 127\.0\.0\.1 (\d+)/m)?.[1]
  const known = () => debian.read('sentinel-1.conf').match(/^sentinel known-(replica|sentinel) oms/gm)?.length ?? 0
  await waitUntil('sentinels that know each other', async () => known() === 4, AGREED_WITHIN_MS)
  return {
    url: `redis+sentinel://:${password}@${hosts}/oms`,
    killPrimary: async () => {
      primary.kill('SIGKILL')
      await primary.exited
      await waitUntil('another primary', async () => named() !== String(primaryPort), AGREED_WITHIN_MS)
    },
  }
}
