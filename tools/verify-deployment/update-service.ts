import { randomUUID } from 'node:crypto'
import { requestToken } from '../rest-client.ts'
import type { Deployment } from './deployment.ts'
import { paidOrder, waitForPayments } from './orders.ts'
import { runProgram, textOf } from './run-program.ts'
import { waitUntil } from './wait-until.ts'

const PART = 'orders-workflow'
const CALLERS = 3
/** In the message of a process that has too much to do (http.md#errors): the machine is too slow for the load, not the update. */
const OVERLOADED = 'has too much to do'

/**
 * Replaces orders-workflow by another version as docs/how-to/deploy-with-compose.md says, while callers read and write through the
 * gateway. Throws when a single request fails or an order is not booked.
 */
export async function updateUnderLoad(deployment: Deployment, version: string, report: (line: string) => void): Promise<void> {
  const load = startLoad(deployment, await requestToken(deployment.gatewayUrl, deployment.client))
  try {
    await load.until(200)
    await replaceService(deployment, version)
    await load.until(load.count() + 200)
  } finally {
    await load.stop()
  }
  const { count, shed, failures, orders } = load.result()
  if (failures.length > 0) throw new Error(`${failures.length} of ${count} requests failed: ${failures.slice(0, 5).join('; ')}`)
  await waitForPayments(deployment, orders)
  report(
    `${PART}: version ${version} serves; ${count} requests meanwhile, none failed, ${shed} times load was shed; ${orders.length} orders are booked once`,
  )
}

/** Starts a container of the new version beside the old one, waits until it is healthy, then stops the old one. */
async function replaceService({ engine, compose, containersOf, variables }: Deployment, version: string): Promise<void> {
  const old = await containersOf(PART)
  variables.OMS_VERSION = version
  await compose('up', '--detach', '--no-deps', '--no-recreate', '--scale', `${PART}=${old.length + 1}`, PART)
  const added = (await containersOf(PART)).filter((id) => !old.includes(id))
  await waitUntil(`a healthy container of ${PART} ${version}`, async () => {
    const states = await Promise.all(
      added.map((id) => textOf([engine.program, 'inspect', '--format', '{{.State.Health.Status}}', id])),
    )
    return states.length > 0 && states.every((state) => state === 'healthy')
  })
  await runProgram([engine.program, 'stop', '-t', '40', ...old])
  await runProgram([engine.program, 'rm', ...old])
}

type Load = { isOver: boolean; count: number; shed: number; failures: string[]; orders: string[] }

function startLoad({ gatewayUrl }: Deployment, token: string) {
  const state: Load = { isOver: false, count: 0, shed: 0, failures: [], orders: [] }
  const send = async (method: string, path: string, body?: unknown) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': randomUUID() }
    const request = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
    const failure = await outcomeOf(new URL(path, gatewayUrl), request, state)
    state.count += 1
    if (failure !== null) state.failures.push(`${method} ${path}: ${failure}`)
  }
  const caller = async () => {
    while (!state.isOver) {
      const id = `load-${randomUUID()}`
      await send('POST', '/api/Orders', paidOrder(id))
      state.orders.push(id)
      await send('GET', `/api/Orders/${id}`)
    }
  }
  const callers = Array.from({ length: CALLERS }, caller)
  return {
    count: () => state.count,
    result: () => state,
    until: (count: number) => waitUntil(`${count} requests`, async () => state.count >= count),
    stop: async () => {
      state.isOver = true
      await Promise.all(callers)
    },
  }
}

/** Why a request failed, or null. A process that sheds load on a busy machine says when to come again, and the caller does. */
async function outcomeOf(url: URL, request: RequestInit, load: Load): Promise<string | null> {
  for (;;) {
    try {
      const response = await fetch(url, request)
      const text = await response.text()
      if (response.ok) return null
      if (response.status !== 503 || !text.includes(OVERLOADED) || load.isOver) return `${response.status} ${text}`
      load.shed += 1
      await new Promise((resolve) => setTimeout(resolve, Number(response.headers.get('retry-after') ?? 1) * 1_000))
    } catch (error) {
      return `${(error as Error).message}: ${(error as Error).cause}`
    }
  }
}
