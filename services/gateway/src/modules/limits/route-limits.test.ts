import { createOAuthToken, createToken } from '@open-oms/contracts/gateway/routes'
import t from 'tap'
import { proxiedRoutes } from '../proxy/route-table.ts'
import { limitOfRoute } from './route-limits.ts'

const perMinute = { capacity: 60, refill: 60, periodMs: 60_000 }
const expected: Record<string, object> = {
  createToken: { name: 'token', per: 'address', countsFailures: true, policy: perMinute },
  createOAuthToken: { name: 'token', per: 'address', countsFailures: true, policy: perMinute },
  trackOrder: { name: 'secret-key', per: 'address', countsFailures: true, policy: perMinute },
  getOrderAsPdf: { name: 'pdf', per: 'client', countsFailures: false, policy: perMinute },
  getAsPdf: { name: 'pdf', per: 'client', countsFailures: false, policy: perMinute },
  openScroll: { name: 'scroll', per: 'client', countsFailures: false, policy: { capacity: 10, refill: 10, periodMs: 1_000 } },
  getScroll: { name: 'scroll', per: 'client', countsFailures: false, policy: { capacity: 10, refill: 10, periodMs: 1_000 } },
  deleteScroll: { name: 'scroll', per: 'client', countsFailures: false, policy: { capacity: 10, refill: 10, periodMs: 1_000 } },
  checkTemplates: {
    name: 'templates',
    per: 'client',
    countsFailures: false,
    policy: { capacity: 30, refill: 30, periodMs: 60_000 },
  },
  previewTemplate: {
    name: 'templates',
    per: 'client',
    countsFailures: false,
    policy: { capacity: 30, refill: 30, periodMs: 60_000 },
  },
}

t.test('given all routes, when their limits are looked up, then they are those of security.md#rate-limits', async (t) => {
  const contracts = [createToken, createOAuthToken, ...proxiedRoutes().map(({ contract }) => contract)]
  const limits = contracts.flatMap((contract) => {
    const limit = limitOfRoute(contract)
    return limit === null ? [] : [[contract.operationId, limit]]
  })
  t.strictSame(Object.fromEntries(limits), expected)
})
