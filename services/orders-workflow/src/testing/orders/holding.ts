import type { TestTokenOptions } from '@open-oms/service-kit/testing/test-issuer'
import type { OrdersTest } from '../test-orders.ts'

type SendOptions = { body?: unknown; headers?: Record<string, string>; as?: TestTokenOptions }

/** Holds an order; for fraud by default. */
export function held(test: OrdersTest, id: string, sending: SendOptions = {}) {
  const body = { reasonCode: 'FraudCheck' }
  return test.send({ method: 'POST', url: `/api/Orders/${encodeURIComponent(id)}/Holds`, body, ...sending })
}

/** Releases a hold, `[order, hold]`. */
export function released(test: OrdersTest, [id, holdId]: readonly [string, string], sending: SendOptions = {}) {
  return test.send({ method: 'POST', url: `/api/Orders/${encodeURIComponent(id)}/Holds/${holdId}/Release`, body: {}, ...sending })
}

/** Releases all holds of an order. */
export async function releasedAll(test: OrdersTest, id: string): Promise<void> {
  const { result } = (await test.send({ url: `/api/Orders/${encodeURIComponent(id)}/Holds` })).body
  for (const hold of result) await released(test, [id, hold.id])
}
