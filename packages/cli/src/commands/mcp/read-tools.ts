import { getPostingLines, getTrialBalance, searchPostings } from '@open-oms/contracts/accounting/routes'
import { PostingSearchRequest } from '@open-oms/contracts/accounting/search'
import { TrialBalanceQuery } from '@open-oms/contracts/accounting/trial-balance'
import { ProductSearchRequest } from '@open-oms/contracts/catalog/product-search'
import { searchProducts } from '@open-oms/contracts/catalog/routes'
import { readTimeline } from '@open-oms/contracts/orders/routes/read-timeline'
import { getOrder } from '@open-oms/contracts/orders/routes/retrieve-orders'
import { searchOrderSummaries } from '@open-oms/contracts/orders/search/routes/search-orders'
import { OrderSearchRequest } from '@open-oms/contracts/orders/search/search'
import { searchWorkflowRuns } from '@open-oms/contracts/orders/workflow/routes/workflow-runs'
import { WorkflowRunSearchRequest } from '@open-oms/contracts/orders/workflow/run-search'
import { explainDay } from '@open-oms/contracts/why/day-reasons'
import { explainOrder } from '@open-oms/contracts/why/order-reasons'
import { Type } from '@sinclair/typebox'
import { examineSystem } from '../doctor/doctor.ts'
import { resolveOrderId } from '../order/find-order.ts'
import { readTool, type Tool } from './tool.ts'

/** A model reads what it gets: more than this of one kind helps nobody. */
const TAKE_MAX = 50

const take = Type.Optional(Type.Integer({ minimum: 1, maximum: TAKE_MAX, default: 20, description: 'How many at most.' }))
const order = Type.String({ minLength: 1, description: 'The id of the order, or its number.' })

const orderFilters = Type.Pick(OrderSearchRequest, [
  'searchText',
  'orderNumber',
  'orderType',
  'selectedStatuses',
  'selectedStores',
  'customerId',
  'email',
  'createdFrom',
  'createdTo',
  'modifiedFrom',
  'modifiedTo',
  'paymentStatuses',
  'fulfilmentStatuses',
  'hasErrors',
  'hasHolds',
  'holdReasons',
  'tags',
  'productNumbers',
  'totalFrom',
  'totalTo',
  'page',
])

const runFilters = Type.Pick(WorkflowRunSearchRequest, [
  'states',
  'steps',
  'reasonClasses',
  'connectors',
  'statuses',
  'storeIds',
  'orderId',
  'after',
])

const postingFilters = Type.Pick(PostingSearchRequest, [
  'storeId',
  'accountingCompanyCode',
  'source',
  'postingDateFrom',
  'postingDateTo',
  'orderIds',
  'after',
])

/** The tools that read orders, runs, products and the ledger, and examine the system. */
export const readTools: readonly Tool[] = [
  readTool({
    name: 'search_orders',
    title: 'Search orders',
    description: 'Finds orders, newest first, and returns of each what a list shows. All filters must hold.',
    input: Type.Composite([orderFilters, Type.Object({ take })]),
    call: ({ api }, input) =>
      api().call(searchOrderSummaries, { body: { disableFacets: true, ...input, take: input.take ?? 20 } }),
  }),
  readTool({
    name: 'get_order',
    title: 'Read an order',
    description: 'Reads a whole order: lines, shipments, payments, returns, holds, addresses and notes.',
    input: Type.Object({ order }),
    call: async ({ api }, input) => {
      const client = api()
      return await client.call(getOrder, { params: { orderId: await resolveOrderId(client, input.order) } })
    },
  }),
  readTool({
    name: 'explain_order',
    title: 'Explain what an order waits for',
    description:
      'Says in plain sentences what an order waits for, since when, what happens next automatically and what a person can do. Ask this first when an order is late or stuck.',
    input: Type.Object({ order }),
    call: async ({ api }, input) => {
      const client = api()
      return await client.call(explainOrder, { params: { orderId: await resolveOrderId(client, input.order) } })
    },
  }),
  readTool({
    name: 'read_timeline',
    title: 'Read the timeline of an order',
    description: 'Lists what has happened to an order, oldest first. `next` of the result is `after` of the next page.',
    input: Type.Object({ order, take, after: Type.Optional(Type.String({ description: '`next` of an earlier result.' })) }),
    call: async ({ api }, { order: idOrNumber, after, take: size = 20 }) => {
      const client = api()
      const orderId = await resolveOrderId(client, idOrNumber)
      return await client.call(readTimeline, { params: { orderId }, query: { take: size, ...(after && { after }) } })
    },
  }),
  readTool({
    name: 'search_runs',
    title: 'Search workflow runs',
    description: 'Finds runs over all orders, the oldest first: without `states` those that failed, were interrupted or wait.',
    input: Type.Composite([runFilters, Type.Object({ take })]),
    call: ({ api }, input) => api().call(searchWorkflowRuns, { body: { ...input, take: input.take ?? 20 } }),
  }),
  readTool({
    name: 'search_products',
    title: 'Search products',
    description: 'Finds products with their variants.',
    input: Type.Composite([
      Type.Pick(ProductSearchRequest, ['searchText', 'productIds', 'skuIds', 'page']),
      Type.Object({ take }),
    ]),
    call: ({ api }, input) => api().call(searchProducts, { body: { disableFacets: true, ...input, take: input.take ?? 20 } }),
  }),
  readTool({
    name: 'search_postings',
    title: 'Search postings of the ledger',
    description: 'Finds postings, newest posting date first.',
    input: Type.Composite([postingFilters, Type.Object({ take })]),
    call: ({ api }, input) => api().call(searchPostings, { body: { ...input, take: input.take ?? 20 } }),
  }),
  readTool({
    name: 'read_posting_lines',
    title: 'Read the lines of a posting',
    description: 'Lists the ledger lines of a posting in their sequence.',
    input: Type.Object({ postingId: Type.String({ minLength: 1, description: 'The id of the posting.' }) }),
    call: ({ api }, { postingId }) => api().call(getPostingLines, { params: { id: postingId } }),
  }),
  readTool({
    name: 'trial_balance',
    title: 'Sum the ledger by account',
    description: 'Sums the ledger by account, VAT code and currency, over a period, a store or a company.',
    input: TrialBalanceQuery,
    call: ({ api }, query) => api().call(getTrialBalance, { query }),
  }),
  readTool({
    name: 'explain_day',
    title: 'Explain the accounting day of a store',
    description: 'Says in plain sentences why an accounting day of a store is posted or not.',
    input: explainDay.query,
    call: ({ api }, query) => api().call(explainDay, { query }),
  }),
  readTool({
    name: 'doctor',
    title: 'Examine the system',
    description: 'Examines every part of the system: what is down, what has stopped, and what to do about it.',
    input: Type.Object({}),
    call: (context) => examineSystem(context),
  }),
]
