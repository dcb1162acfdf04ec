import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { freePort } from '@open-oms/local-servers/free-port'
import type { ManagedProcess } from '@open-oms/local-servers/managed-process'
import { waitUntil } from '../../verify-deployment/wait-until.ts'
import type { Debian } from './debian.ts'

export type PatroniNode = {
  name: string
  port: number
  /** The port of Patroni's interface. */
  patroniPort: number
  /** Ends PostgreSQL and its Patroni as the end of their machine does. */
  kill(): Promise<void>
  start(): Promise<void>
}

export type PatroniCluster = {
  nodes: readonly PatroniNode[]
  /** The node that takes writes; null while there is none. */
  primary(): Promise<PatroniNode | null>
  /** Waits until there is a primary that two standbys follow. */
  whole(): Promise<void>
}

type Undo = (() => Promise<void>)[]

/** One etcd holds what the nodes agree on; that three of them are needed is etcd's own matter. */
async function startEtcd(debian: Debian, undo: Undo): Promise<string> {
  const [port, peerPort] = [await freePort(), await freePort()]
  const url = `http://127.0.0.1:${port}`
  const settings = {
    name: 'etcd',
    'data-dir': join(debian.folder, 'etcd'),
    'listen-client-urls': url,
    'advertise-client-urls': url,
    'listen-peer-urls': `http://127.0.0.1:${peerPort}`,
    'initial-advertise-peer-urls': `http://127.0.0.1:${peerPort}`,
    'initial-cluster': `etcd=http://127.0.0.1:${peerPort}`,
  }
  const args = Object.entries(settings).map(([name, value]) => `--${name}=${value}`)
  const { stop } = await debian.start({ name: 'etcd', command: 'etcd', args })
  undo.push(stop)
  await waitUntil('etcd', async () => (await fetch(`${url}/health`).catch(() => null))?.ok === true)
  return url
}

/** Starts three nodes of deploy/engines/patroni.yml and waits until two follow the first. */
export async function startPatroniCluster(debian: Debian, password: string, undo: Undo): Promise<PatroniCluster> {
  const etcd = await startEtcd(debian, undo)
  const config = debian.deployed('patroni.yml')
  const nodes: PatroniNode[] = []
  for (const number of [1, 2, 3]) {
    const node = await planNode(`pg-${number}`, { debian, config, etcd: new URL(etcd).host, password })
    nodes.push(node)
    // Asked to stop, the last one would wait for a standby that has what it has.
    undo.push(node.kill)
  }
  const answers = async (path: string) => {
    const asked = nodes.map(async (node) => {
      const response = await fetch(`http://127.0.0.1:${node.patroniPort}/${path}`).catch(() => null)
      await response?.body?.cancel()
      return response?.status === 200 ? [node] : []
    })
    return (await Promise.all(asked)).flat()
  }
  const cluster: PatroniCluster = {
    nodes,
    primary: async () => (await answers('primary'))[0] ?? null,
    whole: async () => {
      await waitUntil('a primary', async () => (await answers('primary')).length === 1)
      await waitUntil('two standbys', async () => (await answers('replica?lag=16MB')).length === 2)
      await waitUntil('a synchronous standby', async () => (await answers('synchronous')).length === 1)
    },
  }
  await Promise.all(nodes.map((node) => node.start()))
  await cluster.whole()
  return cluster
}

type NodePlan = { debian: Debian; config: string; etcd: string; password: string }

async function planNode(name: string, { debian, config, etcd, password }: NodePlan): Promise<PatroniNode> {
  const [port, patroniPort] = [await freePort(), await freePort()]
  const data = join(debian.folder, name)
  const environment = {
    PATRONI_NAME: name,
    PATRONI_ETCD3_HOSTS: etcd,
    PATRONI_RESTAPI_LISTEN: `127.0.0.1:${patroniPort}`,
    PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${patroniPort}`,
    PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${port}`,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${port}`,
    PATRONI_POSTGRESQL_DATA_DIR: data,
    PATRONI_POSTGRESQL_BIN_DIR: debian.postgresPrograms,
    PATRONI_POSTGRESQL_PGPASS: join(debian.folder, `${name}.pgpass`),
    PATRONI_SUPERUSER_USERNAME: 'postgres',
    PATRONI_SUPERUSER_PASSWORD: password,
    PATRONI_REPLICATION_USERNAME: 'replicator',
    PATRONI_REPLICATION_PASSWORD: password,
  }
  let patroni: ManagedProcess | null = null
  return {
    name,
    port,
    patroniPort,
    start: async () => {
      patroni = await debian.start({ name, command: 'patroni', args: [config], environment })
    },
    kill: async () => {
      patroni?.kill('SIGKILL')
      await patroni?.exited
      killServer(debian.outside(join(data, 'postmaster.pid')))
    },
  }
}

function killServer(pidFile: string): void {
  try {
    process.kill(Number(readFileSync(pidFile, 'utf8').split('\n')[0]), 'SIGKILL')
  } catch (error) {
    // It has ended already.
    if (!['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}
