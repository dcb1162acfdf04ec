import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { startTemporaryNats, type TemporaryNats } from './temporary-nats.ts'

export type NatsNode = TemporaryNats & {
  /** Its name in the cluster. */
  name: string
}

export type TemporaryNatsCluster = {
  nodes: readonly NatsNode[]
  /** The addresses of all nodes, separated by commas. */
  url: string
  /** Stops the nodes and deletes their data. */
  remove(): Promise<void>
}

/** Most copies that a stream can have in the cluster. */
export const CLUSTER_SIZE = 3

/**
 * Starts three nats-servers on 127.0.0.1 that know each other. They let in whom the given part of
 * their configuration names, else everybody. A cluster has no leader for a moment after its start.
 * Throws a StartError.
 */
export async function startTemporaryNatsCluster(authorization?: string): Promise<TemporaryNatsCluster> {
  const parent = mkdtempSync(join(tmpdir(), 'oms-cluster-'))
  const ports: number[] = []
  for (let count = 0; count < 2 * CLUSTER_SIZE; count++) ports.push(await freePort())
  const routes = ports.slice(CLUSTER_SIZE).map((port) => `"nats-route://127.0.0.1:${port}"`)
  const startNode = async (name: string, index: number): Promise<NatsNode> => {
    const listen = `127.0.0.1:${ports[CLUSTER_SIZE + index]}`
    const settings = [
      `server_name: ${name}`,
      `cluster { name: oms, listen: "${listen}", routes: [${routes}], connect_retries: 1000 }`,
    ]
    return { name, ...(await startTemporaryNats(authorization, { parent, port: ports[index] as number, settings })) }
  }
  const starts = await Promise.allSettled(['node-0', 'node-1', 'node-2'].map(startNode))
  const nodes = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []))
  const remove = async () => {
    await Promise.all(nodes.map((node) => node.remove()))
    rmSync(parent, { recursive: true, force: true })
  }
  const failure = starts.find((start) => start.status === 'rejected')
  if (failure !== undefined) {
    await remove()
    throw failure.reason
  }
  return { nodes, url: nodes.map(({ url }) => url).join(','), remove }
}
