import type { Deployment } from './deployment.ts'
import { startLoad } from './load.ts'
import { waitForPayments } from './orders.ts'
import { programOutput, runProgram } from './run-program.ts'
import { waitUntil } from './wait-until.ts'

const PART = 'orders-workflow'

/**
 * Replaces orders-workflow by another version as docs/how-to/deploy-with-compose.md says, while
 * callers read and write through the gateway. Throws when a single request fails or an order is not
 * booked.
 */
export async function updateUnderLoad(deployment: Deployment, version: string, report: (line: string) => void): Promise<void> {
  const load = await startLoad(deployment)
  try {
    await load.until(200)
    await replaceService(deployment, version)
    await load.until(load.count() + 200)
  } finally {
    await load.stop()
  }
  const { count, shed, orders } = load.result()
  await waitForPayments(deployment, orders)
  report(
    `${PART}: version ${version} serves; ${count} requests meanwhile, none failed, ${shed} times load was shed; ${orders.length} orders are booked once`,
  )
}

/**
 * Starts a container of the new version beside the old one, waits until it is healthy, then stops
 * the old one.
 */
async function replaceService({ engine, compose, runningContainers, variables }: Deployment, version: string): Promise<void> {
  const old = await runningContainers(PART)
  variables.OMS_VERSION = version
  await compose('up', '--detach', '--no-deps', '--no-recreate', '--scale', `${PART}=${old.length + 1}`, PART)
  const added = (await runningContainers(PART)).filter((id) => !old.includes(id))
  await waitUntil(`a healthy container of ${PART} ${version}`, async () => {
    const states = await Promise.all(
      added.map((id) => programOutput([engine.program, 'inspect', '--format', '{{.State.Health.Status}}', id])),
    )
    return states.length > 0 && states.every((state) => state === 'healthy')
  })
  await runProgram([engine.program, 'stop', '-t', '40', ...old])
  await runProgram([engine.program, 'rm', ...old])
}
