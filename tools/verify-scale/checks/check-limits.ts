import { requestToken } from '@open-oms/system/rest-client'
import type { ScaledSystem } from '../scaled-system.ts'
import { LIMIT } from '../tenant.ts'

const TOO_MANY = 429
const BEYOND = 20

export type LimitCheck = {
  /**
   * Asks more often than the limit allows, of all gateways in turn: how many requests were let
   * through.
   */
  exhaust(): Promise<number>
  /** Asks each gateway some more times: how many requests were let through. */
  again(): Promise<number>
}

/** Counts what the gateways let through of a client whose limit they share. */
export async function checkLimits({ url, tenant, instances }: ScaledSystem): Promise<LimitCheck> {
  const token = await requestToken(url, tenant.limited)
  const gateways = instances.filter(({ service }) => service === 'gateway')
  const ask = async (index: number) => {
    const gateway = gateways[index % gateways.length]
    const response = await fetch(`${gateway?.url}/api/Orders/none`, { headers: { authorization: `Bearer ${token}` } })
    await response.body?.cancel()
    return response.status !== TOO_MANY
  }
  const letThrough = async (count: number) => {
    const results = await Promise.all(Array.from({ length: count }, (_, index) => ask(index)))
    return results.filter(Boolean).length
  }
  return { exhaust: () => letThrough(LIMIT + BEYOND), again: () => letThrough(2 * gateways.length) }
}
