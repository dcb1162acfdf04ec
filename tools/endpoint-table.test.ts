import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { accountingRoutes } from '@open-oms/contracts/accounting/routes'
import { catalogRoutes } from '@open-oms/contracts/catalog/routes'
import { orderRoutes } from '@open-oms/contracts/orders/routes/order-routes'
import type { RouteContract } from '@open-oms/contracts/route'
import { root } from '@open-oms/system/root'
import t from 'tap'

const routes: readonly RouteContract[] = [...catalogRoutes, ...orderRoutes, ...accountingRoutes]

type Row = { endpoint: string; tests: string[] }

/**
 * The rows of every table in docs/reference/endpoints.md: the endpoint in the first cell, its tests
 * in the last one.
 */
const rows: Row[] = readFileSync(join(root, 'docs/reference/endpoints.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| `[A-Z]+ \//.test(line))
  .map((line) => {
    const cells = line.split('|').slice(1, -1)
    const quoted = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1] as string)
    return { endpoint: quoted(cells[0])[0] as string, tests: quoted(cells.at(-1)) }
  })

const toEndpoint = ({ method, url }: RouteContract) => `${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`

t.test('given the endpoint table, when it is compared with the routes, then each endpoint has one row', async (t) => {
  const listed = rows.map((row) => row.endpoint)
  t.strictSame([...listed].sort(), routes.map(toEndpoint).sort())
})

t.test('given the endpoint table, when its tests are read, then they exist and call the endpoint', async (t) => {
  for (const { endpoint, tests } of rows) {
    t.ok(tests.length > 0, `${endpoint} names a test`)
    // The last fixed part of the path identifies the endpoint in its test, however the test writes
    // the rest.
    const part = endpoint.split('/').findLast((step) => !step.startsWith('{')) as string
    for (const test of tests) {
      const path = join(root, test)
      const isThere = existsSync(path)
      t.ok(isThere, `${test} exists`)
      if (isThere) t.ok(readFileSync(path, 'utf8').toLowerCase().includes(part.toLowerCase()), `${test} calls ${endpoint}`)
    }
  }
})
