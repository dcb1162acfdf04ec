import t from 'tap'
import { limitOfRoute } from './route-limits.ts'

const expected: Record<string, string | undefined> = {
  '/api/Token': 'token',
  '/oauth/token': 'token',
  '/api/Orders/secret/:secretKey': 'secret-key',
  '/api/Orders/GetOrderAsPdf/:orderId': 'pdf',
  '/api/orders/getaspdf/:orderId': 'pdf',
  '/api/Orders/Scroll': 'scroll',
  '/api/Orders/Scroll/:scrollId': 'scroll',
  '/api/Orders/:id': undefined,
  '/api/Orders': undefined,
  '/api/Orders/Scrolling': undefined,
}

t.test('given a route, when its limit is looked up by its path, then it is found', async (t) => {
  for (const [url, name] of Object.entries(expected)) t.equal(limitOfRoute({ url })?.name, name, url)
})

t.test('given the limits of security.md#rate-limits, when those of routes are read, then they are the same', async (t) => {
  const policyOf = (url: string) => limitOfRoute({ url })?.policy
  t.strictSame(policyOf('/api/Token'), { capacity: 60, refill: 60, periodMs: 60_000 })
  t.strictSame(policyOf('/api/Orders/secret/:secretKey'), { capacity: 60, refill: 60, periodMs: 60_000 })
  t.strictSame(policyOf('/api/Orders/GetOrderAsPdf/:orderId'), { capacity: 60, refill: 60, periodMs: 60_000 })
  t.strictSame(policyOf('/api/Orders/Scroll'), { capacity: 10, refill: 10, periodMs: 1_000 })
})
