// Own process: it checks every statement that the process has loaded.
import type { CustomField } from '@open-oms/contracts/config/custom-fields'
import { type OrderSearchFilters, orderSorts } from '@open-oms/contracts/orders/search/search'
import { type RunSort, runSorts, runStates } from '@open-oms/contracts/orders/workflow/run-search'
import type { BuiltStatement } from '@open-oms/service-kit/database/statement'
import { checkStatements } from '@open-oms/service-kit/testing/schema/service-statements'
import t from 'tap'
import { type AuditFilter, recordsStatement } from './modules/audit/search-records.ts'
import { customersStatement } from './modules/customers/customer-queries.ts'
import { type MovementFilter, movementStatement } from './modules/inventory/inventory-queries.ts'
import { firstDocumentsStatement } from './modules/orders/export/export-to-connector.ts'
import { type ReturnFilter, returnsStatement } from './modules/returns/return-search-query.ts'
import type { ScopedFilter, SearchFilter, SearchScope } from './modules/search/domain/search-filter.ts'
import { fillStatement } from './modules/search/scroll/scroll-store.ts'
import { facetStatement } from './modules/search/search-facets.ts'
import { countedPageStatement, pageIdsStatement, pageStatement } from './modules/search/search-query.ts'
import type { SearchSort } from './modules/search/search-sorts.ts'
import { boundedTotalStatement, combinationStatement, totalStatement } from './modules/search/search-totals.ts'
import type { RunFilter } from './modules/workflow/search/run-filter.ts'
import {
  matchingRunsStatement,
  runCountStatement,
  runPageStatement,
  runStepStatement,
} from './modules/workflow/search/run-statements.ts'

const id = '0192f0c1-2345-7abc-8def-0123456789ab'
const time = '2026-01-15T12:00:00.000Z'
const declared = { on: 'order', en: 'Field', nb: null, searchable: true, choices: [], writers: [] } as const
const flags = { required: false, inList: false, onPage: true }
const customFields: CustomField[] = [
  { ...declared, ...flags, key: 'weight', type: 'number', choices: [], writers: [] },
  { ...declared, ...flags, key: 'day', type: 'date', choices: [], writers: [] },
]
const everyStore: SearchScope = { storeIds: null, orderTypes: [], markets: [], stores: [], customFields, now: new Date(time) }
const twoStores: SearchScope = { ...everyStore, storeIds: ['Oslo-01', 'Bergen-01'] }
const firstPage = { take: 20, skip: 0 }

/** Every filter of orders, each with a value that is one. */
const orderFilters: Required<OrderSearchFilters> & Required<SearchFilter> = {
  completedFrom: time,
  completedTo: time,
  contactPersonEmail: 'per@example.com',
  contactPersonPhone: '12345',
  createdFrom: time,
  createdTo: time,
  customerContact: 'Ola',
  customerId: 'K-1',
  customerIds: ['K-1', 'K-2'],
  customerName: 'nord',
  customerNumber: 'C-1',
  email: 'kari@example.com',
  errorSeverities: ['Error'],
  excludedShipmentExternalIdProviders: ['WMS'],
  excludedStatuses: ['Completed'],
  excludedTags: ['gift'],
  externalIds: ['ERP:1'],
  followUpDateFrom: time,
  followUpDateTo: time,
  fulfilmentStatuses: ['Unfulfilled'],
  futureDeliveries: true,
  hasErrors: true,
  hasHolds: true,
  holdReasons: ['FraudCheck'],
  inventoryStatus: 'InStock',
  inventoryStatuses: ['PartiallyInStock', 'NotInStock'],
  isPickable: true,
  modifiedAfter: time,
  modifiedFrom: time,
  modifiedTo: time,
  ofCustomer: 'K-1',
  orderNumber: 'N-1',
  orderType: 'Online',
  orderTypes: ['Online', 'Pos'],
  paymentStatuses: ['Paid', 'NotPaid'],
  paymentTransactionDateFrom: time,
  paymentTransactionDateTo: time,
  paymentTransactionStatus: 'Failed',
  paymentTransactionTypes: ['Sale', 'Capture'],
  phone: '+47 12',
  picklistIds: ['PL-1'],
  productNumbers: ['CUP'],
  productSerialNumbers: ['SN-1'],
  productTypes: ['Kitchen'],
  projectId: 'P-1',
  properties: [{ key: 'color', value: 'red', keyGroup: 'looks' }, { key: 'size' }],
  property: { key: 'color' },
  propertyRanges: [
    { key: 'weight', from: '1', to: '2.5' },
    { key: 'day', from: '2026-12-01' },
  ],
  readyForPickupFrom: time,
  readyForPickupTo: time,
  salesChannels: ['web'],
  salesPersonId: 'S-1',
  searchText: 'kari cup',
  secretKey: 'secret',
  selectedDiscounts: ['D-1'],
  selectedMarkets: ['NOR'],
  selectedStatuses: ['New', 'Deleted'],
  selectedStores: ['Oslo-01'],
  shipmentExternalIds: ['WMS:1'],
  shippingMethodName: 'Parcel',
  shippingMethodNames: ['Parcel'],
  showOrdersWithAuthExpires: true,
  subscriptionId: 'SUB-1',
  tags: ['vip'],
  totalFrom: 100,
  totalTo: 500.5,
  urgent: true,
  warehouseCodes: ['Central'],
  warehouses: ['W-1'],
}

/** None of the filters, and all together. */
const searches: Record<string, ScopedFilter> = {
  'no filter': { filter: {}, scope: everyStore },
  'no filter, two stores': { filter: {}, scope: twoStores },
  'every filter': { filter: orderFilters, scope: twoStores },
}

/** Every statement with none of the filters and with all; each filter alone with one of them. */
function orderSearches(): Record<string, BuiltStatement> {
  const built: Record<string, BuiltStatement> = {}
  for (const [name, value] of Object.entries(orderFilters))
    built[`total, ${name}`] = totalStatement({ filter: { [name]: value }, scope: twoStores })
  for (const [title, searched] of Object.entries(searches)) {
    const content = { ...searched, id, sort: undefined, batchSize: 100, orderIds: null }
    built[`total, ${title}`] = totalStatement(searched)
    built[`bounded total, ${title}`] = boundedTotalStatement(searched, 10)
    built[`ids, ${title}`] = pageIdsStatement({ ...searched, ...firstPage }, false)
    built[`sorted ids, ${title}`] = pageIdsStatement({ ...searched, ...firstPage }, true)
    built[`combinations, ${title}`] = combinationStatement(searched)
    built[`facets, ${title}`] = facetStatement(combinationStatement(searched))
    built[`page, ${title}`] = pageStatement({ ...searched, ...firstPage }, false)
    built[`counted page, ${title}`] = countedPageStatement({ ...searched, ...firstPage }, { countMax: 11, fewMax: 10 })
    built[`sorted page, ${title}`] = pageStatement({ ...searched, ...firstPage }, true)
    built[`scroll, ${title}`] = fillStatement(content)
    built[`export, ${title}`] = firstDocumentsStatement({ ...searched, sort: undefined, orderIds: ['1'], countMax: 10 })
  }
  return built
}

function sortedSearches(): Record<string, BuiltStatement> {
  const searched = { filter: { searchText: 'cup' }, scope: twoStores }
  const built: Record<string, BuiltStatement> = {}
  const sorts: [string, SearchSort][] = [
    ...orderSorts.map((sort): [string, SearchSort] => [sort, sort]),
    ['a number', { key: 'weight', column: 'number', isDescending: true }],
    ['a day', { key: 'day', column: 'value', isDescending: false }],
  ]
  for (const [name, sort] of sorts) {
    built[`page by ${name}`] = pageStatement({ ...searched, ...firstPage, sort }, false)
    built[`sorted page by ${name}`] = pageStatement({ ...searched, ...firstPage, sort }, true)
    built[`scroll by ${name}`] = fillStatement({ ...searched, id, sort, batchSize: 100, orderIds: ['1'] })
    built[`export by ${name}`] = firstDocumentsStatement({ ...searched, sort, orderIds: null, countMax: 10 })
  }
  return built
}

const returnFilters: Required<ReturnFilter> = {
  awaitsRefund: true,
  createdFrom: time,
  createdTo: time,
  customerId: 'K-1',
  customerName: 'nord',
  email: 'kari@example.com',
  id: '1',
  modifiedFrom: time,
  modifiedTo: time,
  orderNumber: 'N-1',
  phone: '12345',
  projectId: 'P-1',
  rmaNumber: 'RMA-1',
  searchText: 'kari cup',
  selectedStatuses: ['New'],
  selectedStores: ['Oslo-01'],
}

function returnSearches(): Record<string, BuiltStatement> {
  const { storeIds } = twoStores
  const after = { created: time, orderId: '1', place: 0 }
  const asked = {
    countries: ['NO'],
    receivedStatuses: ['InProgress', 'Completed'],
    isOldestFirst: false,
    after: null,
    ...firstPage,
  }
  const single = Object.entries(returnFilters).map(([name, value]) => [
    `returns, ${name}`,
    returnsStatement({ ...asked, filter: { [name]: value }, storeIds }),
  ])
  return {
    ...Object.fromEntries(single),
    'returns, no filter': returnsStatement({ ...asked, filter: {}, storeIds: null }),
    'returns, the next ones': returnsStatement({ ...asked, filter: {}, storeIds: null, after }),
    'returns, the next older ones': returnsStatement({ ...asked, filter: {}, storeIds: null, after, isOldestFirst: true }),
    'returns, every filter': returnsStatement({ ...asked, filter: returnFilters, storeIds }),
  }
}

function movements(): Record<string, BuiltStatement> {
  const none: MovementFilter = { skuId: null, warehouses: null, orderId: null, storeIds: null, after: 0, take: 10 }
  const { storeIds } = twoStores
  return {
    'movements, no filter': movementStatement(none),
    'movements of an order, two stores': movementStatement({ ...none, orderId: '1', storeIds }),
    'movements, every filter': movementStatement({ ...none, skuId: 'CUP', warehouses: ['W-1'], orderId: '1', storeIds }),
  }
}

function customerSearches(): Record<string, BuiltStatement> {
  const none = { searchText: undefined, customerKey: undefined, scope: everyStore, take: 20 }
  return {
    'customers, newest': customersStatement(none),
    'customers, words and two stores': customersStatement({ ...none, searchText: 'kari 90011222 東京', scope: twoStores }),
    'customer by key': customersStatement({ ...none, customerKey: 'id:K-1', scope: twoStores }),
  }
}

const auditFilters: Required<AuditFilter> = {
  from: time,
  to: time,
  actor: 'Kari',
  act: 'Refund',
  outcome: 'Succeeded',
  orderId: '1',
  customerKey: 'id:K-1',
  traceId: 'trace',
}

function auditSearches(): Record<string, BuiltStatement> {
  return {
    'audit records, no filter': recordsStatement({}, { before: null, take: 10 }),
    'audit records, every filter': recordsStatement(auditFilters, { before: 100, take: 10 }),
  }
}

const runFilters: Required<RunFilter> = {
  connectors: ['card'],
  includeSuperseded: true,
  orderId: '1',
  orderTypes: ['Online', 'Pos'],
  reasonClasses: ['Refused'],
  sinceFrom: time,
  sinceTo: time,
  startedFrom: time,
  startedTo: time,
  states: [...runStates],
  statuses: ['New'],
  steps: ['CapturePayments'],
  storeIds: ['Oslo-01'],
}

/** Every statement with none of the filters and with all; each filter alone with one of them. */
function runSearches(): Record<string, BuiltStatement> {
  const built: Record<string, BuiltStatement> = { 'runs by step': runStepStatement() }
  const searchOf = (filter: RunFilter, sort: RunSort) => ({ filter, scope: twoStores, sort })
  const after = { started: time, id }
  for (const [name, value] of Object.entries(runFilters))
    built[`counted runs, ${name}`] = runCountStatement(searchOf({ orderId: '1', [name]: value }, runSorts[0]))
  for (const [title, filter] of Object.entries({ 'no filter': {}, 'every filter': runFilters }))
    for (const sort of runSorts) {
      const search = searchOf(filter, sort)
      built[`runs by ${sort}, ${title}`] = runPageStatement(search, { take: 20, after })
      built[`runs of a job by ${sort}, ${title}`] = matchingRunsStatement(search, { after, countMax: 10 })
      built[`counted runs by ${sort}, ${title}`] = runCountStatement(search)
    }
  return built
}

t.test('given the statements of orders-workflow, when Postgres describes them, then they are as declared', async (t) => {
  const built = {
    ...orderSearches(),
    ...sortedSearches(),
    ...returnSearches(),
    ...movements(),
    ...customerSearches(),
    ...auditSearches(),
    ...runSearches(),
  }
  await checkStatements(t, 'orders-workflow', built)
})
