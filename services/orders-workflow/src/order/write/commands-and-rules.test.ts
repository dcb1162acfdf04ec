// Which commands the tables of orders.md#commands-and-rules and orders.md#commands-and-effects must
// have: a new one without a row fails. What they do is tried in `rules-of-commands.long.test.ts`
// and `commands-and-effects.long.test.ts`.
import { orderOperations } from '@open-oms/contracts/orders/order-version'
import { orderRoutes } from '@open-oms/contracts/orders/routes/order-routes'
import t from 'tap'
import { documentedTable } from '../../testing/orders/documented-table.ts'
import { orderCommands } from '../../testing/orders/order-commands.ts'
import { writeKinds } from '../rules/write-kinds.ts'

/**
 * What no request about an order does: a run, and the migration of all orders of a removed status,
 * which passes over those that it may not move (`migrate-orders.long.test.ts`).
 */
const withoutRow = ['MigrateStatus', 'Workflow']

/** Routes that write orders as a command of the table does, or as one without a row. */
const likeCommands = [
  'createNumberedOrder',
  'createPosOrder',
  'updateOrder',
  'addPaymentsByPut',
  'updateReturnStatus',
  'resumeWorkflowRuns',
  'retryWorkflowRuns',
  'dismissWorkflowRuns',
  'createCartOrder',
  'eraseCustomer',
  'migrateOrders',
]
/** Routes that read, or write what is no order. */
const ofNoOrder = [
  'ordersExist',
  'searchOrders',
  'searchOrderSummaries',
  'searchCustomerOrders',
  'searchOrdersByCustomProperties',
  'createSavedReport',
  'replaceSavedReport',
  'deleteSavedReport',
  'runSavedReport',
  'openScroll',
  'deleteScroll',
  'createSavedSearch',
  'replaceSavedSearch',
  'deleteSavedSearch',
  'exportOrders',
  'createRefundRequest',
  'decideRefundRequest',
  'markNotificationsRead',
  'printPickList',
  'printPackingSlips',
  'listShipmentsToPick',
  'checkTemplates',
  'previewTemplate',
  'searchReturnOrders',
  'searchWorkflowRuns',
  'cancelJob',
  'replayWebhookDelivery',
  'createWebhookSubscription',
  'replaceWebhookSubscription',
  'deleteWebhookSubscription',
  'renewWebhookSecret',
  'testWebhookSubscription',
  'replayOrderDeadLetter',
  'dropOrderDeadLetter',
  'setInventory',
  'adjustInventory',
  'transferInventory',
  'createCart',
  'replaceCart',
  'deleteCart',
  'addToCart',
  'setCartLine',
  'updateComponentsInCart',
  'processCartWorkflowTest',
  'addCustomerNote',
  'changeCustomerNote',
  'deleteCustomerNote',
  'exportCustomer',
  'closeZReport',
  'previewZReport',
  'putConfigurationDocument',
  'restoreConfigurationDocument',
  'putConfigurationUser',
]

/** Whether a request of a command goes to the route. */
function isReached({ method, url }: (typeof orderRoutes)[number]): boolean {
  const pattern = new RegExp(`^${url.replace(/:\w+/g, '[^/]+')}$`)
  const order = {
    id: 'T-1',
    storeId: 'Oslo-01',
    orderForm: { payments: [] },
    returnOrderForms: [],
    publicOrderNotes: [],
    holds: [],
  }
  const ofOrder = { messageId: 'M-1', runId: 'R-1', stepId: 'S-1' }
  return Object.values(orderCommands).some(({ request }) => {
    const sent = request(order, ofOrder)
    return sent.method === method && pattern.test(sent.url)
  })
}
t.test('given the tables of commands, when their rows are compared, then they have every command', async (t) => {
  const commands = Object.keys(orderCommands)
  for (const heading of ['Commands and rules', 'Commands and effects'])
    t.same([...documentedTable(heading).keys()], commands, heading)
  t.same(orderOperations.filter((name) => !(name in orderCommands)).sort(), withoutRow)
})

t.test(
  'given the routes, when they are compared with the commands, then each that may write has a row or is named here',
  async (t) => {
    const writing = orderRoutes.filter(({ method }) => method !== 'GET' && method !== 'HEAD')
    const others = writing.filter((route) => !isReached(route)).map(({ operationId }) => operationId)
    t.same([...others].sort(), [...likeCommands, ...ofNoOrder].sort())
  },
)

t.test('given the kinds of writes, when the tables are compared with them, then each has the rules of its kind', async (t) => {
  const said = { yes: true, no: false } as const
  for (const [kind, row] of Object.entries(writeKinds)) {
    const cells = documentedTable('Kinds of writes').get(kind)
    const { calculates, followsStock, refusesInUse, refusesUnpaid } = row
    t.same(
      cells?.map((cell) => said[cell as keyof typeof said]),
      [calculates, followsStock, refusesInUse, refusesUnpaid],
      kind,
    )
  }
  const rows = documentedTable('Commands and rules')
  for (const [name, { kind }] of Object.entries(orderCommands)) t.equal(rows.get(name)?.[0], kind, name)
})
