import type { Deployment } from './deployment.ts'
import { createOrders, deploymentClient, waitForPayments } from './orders.ts'
import { runProgram } from './run-program.ts'
import { waitForHealth, waitUntil } from './wait-until.ts'

const parts = ['orders-workflow', 'accounting-read', 'catalog-assets', 'gateway', 'nats', 'postgres']

/**
 * Kills each part without notice and starts it again: what was acknowledged before and meanwhile
 * reaches accounting-read once.
 */
export async function killAndRestart(deployment: Deployment, report: (line: string) => void): Promise<void> {
  const { engine, gatewayUrl, runningContainers } = deployment
  for (const part of parts) {
    const [container] = await runningContainers(part)
    if (container === undefined) throw new Error(`No container of ${part} runs.`)
    const client = await deploymentClient(deployment)
    const before = await createOrders(client, 10)
    await runProgram([engine.program, 'kill', '--signal', 'KILL', container])
    // Orders are taken while accounting or NATS is unreachable.
    const meanwhile = ['accounting-read', 'nats'].includes(part) ? await createOrders(client, 10) : []
    await runProgram([engine.program, 'start', container])
    await waitForHealth(gatewayUrl)
    await waitForPayments(deployment, [...before, ...meanwhile])
    report(`${part}: killed and started; ${before.length + meanwhile.length} orders are booked once`)
  }
}

/** Stops and starts the whole deployment with its volumes: every order is stored. */
export async function restartAll(deployment: Deployment): Promise<void> {
  const before = await createOrders(await deploymentClient(deployment), 5)
  await deployment.compose('restart')
  await waitForHealth(deployment.gatewayUrl)
  const client = await deploymentClient(deployment)
  for (const id of before)
    await waitUntil(`order ${id}`, async () => (await client.call('GET', `/api/Orders/${id}`)).status === 200)
  await waitForPayments(deployment, before)
}
