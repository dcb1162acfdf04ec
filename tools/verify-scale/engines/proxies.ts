import { freePort, isPortFree } from '@open-oms/local-servers/free-port'
import type { ManagedProcess } from '@open-oms/local-servers/managed-process'
import type { SystemDatabases } from '@open-oms/system/start/database-roles'
import { waitUntil } from '../../verify-deployment/wait-until.ts'
import { type Debian, deployedFile } from './debian.ts'
import type { PatroniCluster } from './patroni-cluster.ts'

export type Haproxy = { primaryPort: number; standbyPort: number; stop(): Promise<void> }

/** Starts HAProxy with deploy/engines/haproxy.cfg before a cluster. */
export async function startHaproxy(debian: Debian, { nodes }: PatroniCluster): Promise<Haproxy> {
  const [primaryPort, standbyPort] = [await freePort(), await freePort()]
  const servers = nodes.flatMap(({ port, patroniPort }, index) => [
    [`PG_${index + 1}`, `127.0.0.1:${port}`],
    [`PG_${index + 1}_PATRONI`, String(patroniPort)],
  ])
  const environment = {
    PRIMARY_LISTEN: `127.0.0.1:${primaryPort}`,
    STANDBY_LISTEN: `127.0.0.1:${standbyPort}`,
    ...Object.fromEntries(servers),
  }
  const args = ['-db', '-f', debian.deployed('haproxy.cfg')]
  const { stop } = await debian.start({ name: 'haproxy', command: 'haproxy', args, environment })
  await waitUntil('HAProxy', async () => !(await isPortFree(primaryPort)))
  return { primaryPort, standbyPort, stop }
}

export type PgBouncer = { port: number; start(): Promise<void>; kill(): Promise<void> }

type PgBouncerPlan = { name: string; server: number; databases: SystemDatabases; mode?: 'transaction' }

/** A PgBouncer with deploy/engines/pgbouncer.ini before a server; it is not started yet. */
export async function planPgBouncer(debian: Debian, { name, server, databases, mode }: PgBouncerPlan): Promise<PgBouncer> {
  const port = await freePort()
  const addresses = [...Object.values(databases.databaseUrls), ...Object.values(databases.reportingUrls)]
  const users = addresses.map((address) => new URL(address))
  const userList = debian.write(`${name}-users.txt`, users.map((url) => `"${url.username}" "${url.password}"\n`).join(''))
  const config = debian.write(
    `${name}.ini`,
    `${deployedFile('pgbouncer.ini')}
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_file = ${userList}
${mode === undefined ? '' : `pool_mode = ${mode}\n`}[databases]
* = host=127.0.0.1 port=${server}
`,
  )
  let running: ManagedProcess | null = null
  return {
    port,
    start: async () => {
      running = await debian.start({ name, command: 'pgbouncer', args: [config] })
      await waitUntil('PgBouncer', async () => !(await isPortFree(port)))
    },
    // Asked to stop, it would wait for its clients.
    kill: async () => {
      running?.kill('SIGKILL')
      await running?.exited
    },
  }
}
