import { randomUUID } from 'node:crypto'
import { requestToken } from '@open-oms/system/rest-client'
import type { Deployment } from './deployment.ts'
import { paidOrder } from './orders.ts'
import { waitUntil } from './wait-until.ts'

const CALLERS = 3
/**
 * In the message of a process that has too much to do (http.md#errors): the machine is too slow for
 * the load, not the deployment.
 */
const OVERLOADED = 'has too much to do'

type State = { isOver: boolean; count: number; shed: number; failures: string[]; orders: string[] }

/** Callers that create paid orders and read them through the gateway, all the time. */
export type Load = {
  count(): number
  /** The ids of the orders that were acknowledged until now. */
  orders(): string[]
  /** Waits until so many requests were responded to. */
  until(count: number): Promise<void>
  /** Lets the requests under way end. */
  stop(): Promise<void>
  /** What became of the requests. Throws when a single one failed. */
  result(): { count: number; shed: number; orders: string[] }
}

/** Starts the load, which continues until it is stopped. */
export async function startLoad({ gatewayUrl, client }: Deployment): Promise<Load> {
  const token = await requestToken(gatewayUrl, client)
  const state: State = { isOver: false, count: 0, shed: 0, failures: [], orders: [] }
  const send = async (method: string, path: string, body?: unknown) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': randomUUID() }
    const request = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
    const outcome = await requestOutcome(new URL(path, gatewayUrl), request, state)
    state.count += 1
    if (outcome !== 'acknowledged' && outcome !== 'given up') state.failures.push(`${method} ${path}: ${outcome}`)
    return outcome === 'acknowledged'
  }
  const caller = async () => {
    while (!state.isOver) {
      const id = `load-${randomUUID()}`
      if (!(await send('POST', '/api/Orders', paidOrder(id)))) continue
      state.orders.push(id)
      await send('GET', `/api/Orders/${id}`)
    }
  }
  const callers = Array.from({ length: CALLERS }, caller)
  return {
    count: () => state.count,
    orders: () => [...state.orders],
    until: (count) => waitUntil(`${count} requests`, async () => state.count >= count),
    stop: async () => {
      state.isOver = true
      await Promise.all(callers)
    },
    result: () => {
      const { count, shed, failures, orders } = state
      if (failures.length > 0)
        throw new Error(`${failures.length} of ${count} requests failed: ${failures.slice(0, 5).join('; ')}`)
      return { count, shed, orders }
    },
  }
}

/**
 * Whether a request was acknowledged, or why it failed. A process that sheds load on a busy machine
 * says when to come again; the caller does, and gives up when the load is over.
 */
async function requestOutcome(url: URL, request: RequestInit, load: State): Promise<string> {
  for (;;) {
    try {
      const response = await fetch(url, request)
      const text = await response.text()
      if (response.ok) return 'acknowledged'
      if (response.status !== 503 || !text.includes(OVERLOADED)) return `${response.status} ${text}`
      load.shed += 1
      if (load.isOver) return 'given up'
      await new Promise((resolve) => setTimeout(resolve, Number(response.headers.get('retry-after') ?? 1) * 1_000))
    } catch (error) {
      return `${(error as Error).message}: ${(error as Error).cause}`
    }
  }
}
