import t from 'tap'
import { accountingRoutes } from '../accounting/routes.ts'
import { catalogRoutes } from '../catalog/routes.ts'
import { orderRoutes } from '../orders/routes/order-routes.ts'
import { isReadMethod, type RouteContract } from '../route.ts'

const routes: readonly RouteContract[] = [...catalogRoutes, ...orderRoutes, ...accountingRoutes]

/**
 * What is recorded, whoever adds the route: money, holds, prices, configuration, people, files with
 * personal data, and what is done again.
 */
const SENSITIVE =
  /refund|capture|void|hold|purge|erase|restore|export|pdf|print|packingslips|picklist|replay|resend|drop\w*deadletter|configurationdocument|configurationuser|migrate|audit|user|role|permission/i

/** Names that look sensitive and are not. */
const plain: Readonly<Record<string, string>> = {
  listHolds: 'one order',
  listRefundRequests: 'what waits for a decision; each decision is recorded',
  getConfigurationDocument: 'a read of what an administrator sees all day',
  listConfigurationDocuments: 'as the one above',
  listConfigurationDocumentVersions: 'as the one above',
}

t.test('given every route, when it does or shows what is sensitive, then it says how it is recorded', async (t) => {
  const undeclared = routes.filter(({ operationId, audit }) => SENSITIVE.test(operationId) && audit === undefined)
  t.strictSame(
    undeclared.map(({ operationId }) => operationId).filter((name) => plain[name] === undefined),
    [],
  )
  for (const name of Object.keys(plain))
    t.ok(
      routes.some(({ operationId }) => operationId === name),
      name,
    )
})

t.test('given every list of orders, customers or returns that has pages, then large pages are recorded', async (t) => {
  const lists = routes.filter(
    ({ tags, reads }) =>
      reads === 'standby' && tags.some((tag) => ['Orders', 'Customers', 'Saved searches', 'Returns'].includes(tag)),
  )
  const unrecorded = lists.filter(({ audit }) => audit === undefined).map(({ operationId }) => operationId)
  // Numbers, and names of searches: no personal data.
  t.strictSame(unrecorded.sort(), ['countOrders', 'getSales', 'listSavedSearches'])
})

t.test('given every route, then reads are recorded as reads and writes as writes', async (t) => {
  const reading = ['BulkRead', 'Export', 'Print', 'AuditRead']
  for (const { method, audit, operationId } of routes) {
    if (audit === undefined) continue
    if (isReadMethod(method)) t.ok(reading.includes(audit), operationId)
  }
})
