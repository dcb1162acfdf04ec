import { createOrder } from '@open-oms/contracts/orders/routes/create-orders'
import { getOrder } from '@open-oms/contracts/orders/routes/retrieve-orders'
import t from 'tap'
import { headersForClient, responseRules } from './response-rules.ts'
import { proxiedRoutes } from './route-table.ts'

// Found by a trial from outside: the preference that a response without a body has applied was
// lost.
t.test('given a response that applies a preference, when it is forwarded, then it says so', async (t) => {
  const minimal = { etag: '"v"', location: '/api/Orders/1', 'preference-applied': 'return=minimal' }
  t.match(headersForClient({}, minimal, responseRules(createOrder)), minimal)
  const sparse = { etag: '"v"', 'preference-applied': 'omit-empty' }
  t.match(headersForClient({}, sparse, responseRules(getOrder)), sparse)
})

// The gateway replaced what the service varies by with its own, or left it out.
t.test('given what a response varies by, when it is forwarded, then it is named beside what the gateway varies by', async (t) => {
  const varyHeader = (service: string | undefined, gateway?: string) =>
    headersForClient({ vary: gateway }, service === undefined ? {} : { vary: service }, responseRules(getOrder)).vary
  t.equal(varyHeader('prefer'), 'prefer, Authorization, Cookie')
  t.equal(varyHeader('prefer', 'Origin'), 'prefer, Origin, Authorization, Cookie')
  t.equal(varyHeader('Accept, origin', 'Origin, Prefer'), 'Accept, Origin, Prefer, Authorization, Cookie')
  t.equal(varyHeader('*'), '*')
  t.equal(varyHeader('prefer, no/name, "x"'), 'prefer, Authorization, Cookie')
  t.equal(varyHeader(undefined, 'Origin'), 'Origin, Authorization, Cookie')
  t.equal(varyHeader(undefined), 'Authorization, Cookie')
})

t.test('given a header that the route does not have, when a response is forwarded, then it does not pass', async (t) => {
  const headers = headersForClient({}, { 'preference-applied': 'x', 'x-powered-by': 'y' }, responseRules(getOrder))
  t.equal(headers['x-powered-by'], undefined)
})

t.test('given every route, when its response is forwarded, then no shared cache may keep what needs a token', async (t) => {
  const shared = { 'cache-control': 'public, max-age=60' }
  const own = { 'cache-control': 'no-store' }
  for (const { contract } of proxiedRoutes()) {
    const rules = responseRules(contract)
    if (contract.access === 'public') continue
    for (const upstream of [{}, shared]) {
      const headers = headersForClient({}, upstream, rules)
      t.equal(headers['cache-control'], 'private, no-cache', contract.operationId)
      t.equal(headers.vary, 'Authorization, Cookie', contract.operationId)
    }
    t.equal(headersForClient({}, own, rules)['cache-control'], 'no-store', contract.operationId)
  }
})
