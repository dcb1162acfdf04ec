import { readFileSync } from 'node:fs'
import { Value } from '@sinclair/typebox/value'
import t from 'tap'
import { OrderStatus, OrderType, orderTypesFile, WorkflowStep } from '../order-types.ts'
import {
  findOrderNumberProblems,
  findOrderTypeProblems,
  findStepConnectorProblems,
  findStepMarketProblems,
  findStepStoreProblems,
  firstStatus,
} from './order-type-problems.ts'

type PartialInput<T> = { [K in keyof T]?: unknown }

const step = (given: PartialInput<WorkflowStep>) =>
  Value.Default(WorkflowStep, { id: 'a', index: 1, name: 'Step', ...given }) as WorkflowStep
const status = (name: string, given: PartialInput<OrderStatus> = {}) =>
  Value.Default(OrderStatus, { name, order: name.charCodeAt(0), ...given }) as OrderStatus
const type = (orderStatuses: OrderStatus[], given: PartialInput<OrderType> = {}) =>
  Value.Default(OrderType, {
    name: 'Online',
    orderNumberType: 'web',
    defaultOrderType: true,
    orderStatuses,
    ...given,
  }) as OrderType
const only = (...steps: WorkflowStep[]) => [type([status('A', { workflowSteps: steps })])]

t.test('given a type of plain statuses, when it is checked, then it has no problem', async (t) => {
  t.same(findOrderTypeProblems([type([status('A'), status('B')])]), [])
})

t.test('given names that differ in letter case, when types and statuses are checked, then they are duplicates', async (t) => {
  const types = [
    type([status('New'), status('new', { order: 1 })]),
    type([status('A')], { name: 'ONLINE', defaultOrderType: false }),
  ]
  t.match(findOrderTypeProblems(types), [
    { file: 'order-types.json', path: 'orderTypes[1].name', reason: '"ONLINE" is already used by orderTypes[0]' },
    {
      file: 'order-types.json',
      path: 'orderTypes[0].orderStatuses[1].name',
      reason: '"new" is already used by orderTypes[0].orderStatuses[0]',
    },
  ])
})

t.test('given no or two default types, when they are checked, then exactly one default is required', async (t) => {
  const none = findOrderTypeProblems([type([status('A')], { defaultOrderType: false })])
  const two = findOrderTypeProblems([type([status('A')]), type([status('A')], { name: 'Pos' })])
  t.match(none, [{ path: 'orderTypes', reason: /exactly one .* 0 have it/ }])
  t.match(two, [{ path: 'orderTypes', reason: /exactly one .* 2 have it/ }])
})

t.test('given two statuses with the same order, when they are checked, then the second is a problem', async (t) => {
  t.match(findOrderTypeProblems([type([status('A', { order: 1 }), status('B', { order: 1 })])]), [
    { path: 'orderTypes[0].orderStatuses[1].order' },
  ])
})

t.test('given steps or a main status with unknown names, when they are checked, then each name is a problem', async (t) => {
  const types = [type([status('A', { availableSteps: ['B', 'Gone'], mainOrderStatus: 'Main' }), status('B')])]
  t.match(findOrderTypeProblems(types), [
    {
      path: 'orderTypes[0].orderStatuses[0].mainOrderStatus',
      reason: '"Main" is not the name of a status of order type "Online"',
    },
    {
      path: 'orderTypes[0].orderStatuses[0].availableSteps[1]',
      reason: '"Gone" is not the name of a status of order type "Online"',
    },
  ])
})

t.test('given an available step named twice, when it is checked, then the second is a problem', async (t) => {
  t.match(findOrderTypeProblems([type([status('A', { availableSteps: ['B', 'B'] }), status('B')])]), [
    { path: 'orderTypes[0].orderStatuses[0].availableSteps[1]' },
  ])
})

t.test('given a status that no allowed move leads to, when the type is checked, then it is a problem', async (t) => {
  const closed = { enforceAvailableStepsPolicy: true }
  const types = [
    type([
      status('A', { ...closed, availableSteps: ['B'] }),
      status('B', { ...closed, availableSteps: ['A'] }),
      status('C', { ...closed, availableSteps: ['A'] }),
    ]),
  ]
  t.match(findOrderTypeProblems(types), [
    {
      file: 'order-types.json',
      path: 'orderTypes[0].orderStatuses[2].name',
      reason: 'no allowed move from "A" leads to status "C"',
    },
  ])
})

t.test('given moves over several statuses, when they are checked, then all are reachable, Deleted without a move', async (t) => {
  const closed = { enforceAvailableStepsPolicy: true }
  const types = [
    type([
      status('C', { ...closed, order: 3 }),
      status('Deleted', { ...closed, order: 4 }),
      status('A', { ...closed, order: 1, availableSteps: ['B'] }),
      status('B', { ...closed, order: 2, availableSteps: ['C'] }),
    ]),
  ]
  t.same(findOrderTypeProblems(types), [])
  t.equal(firstStatus(types[0] as OrderType).name, 'A')
})

t.test('given a status without policy, when the type is checked, then it leads to every status', async (t) => {
  const types = [type([status('A', { enforceAvailableStepsPolicy: true, availableSteps: ['B'] }), status('B'), status('C')])]
  t.same(findOrderTypeProblems(types), [])
})

t.test('given a status that cancels and delivers, when it is checked, then it is a problem', async (t) => {
  t.match(findOrderTypeProblems([type([status('A', { isCanceledStatus: true, isDeliveredStatus: true })])]), [
    { path: 'orderTypes[0].orderStatuses[0].isDeliveredStatus' },
  ])
})

t.test('given repeated step ids, indexes and property keys, when they are checked, then each is a problem', async (t) => {
  const twice = [
    { key: 'Template', value: 'a' },
    { key: 'template', value: 'b' },
  ]
  const types = [
    type([
      status('A', { workflowSteps: [step({ id: 'x', index: 1 }), step({ id: 'y', index: 1 })] }),
      status('B', { workflowSteps: [step({ id: 'x', index: 1, properties: twice })] }),
    ]),
  ]
  t.match(findOrderTypeProblems(types), [
    { path: 'orderTypes[0].orderStatuses[1].workflowSteps[0].id', reason: /orderStatuses\[0\]\.workflowSteps\[0\]/ },
    { path: 'orderTypes[0].orderStatuses[1].workflowSteps[0].properties[1].key' },
    { path: 'orderTypes[0].orderStatuses[0].workflowSteps[1].index' },
  ])
})

t.test('given a step with unknown filters, connector or sequence, when it is checked, then each is a problem', async (t) => {
  const markets = only(step({ enabledForMarkets: ['NOR', 'XXX'] }))
  const stores = only(step({ disabledForStores: ['nowhere'], enabledForWarehouses: ['Central', 'Attic'] }))
  const connectors = only(step({ connector: 'courier' }))
  const at = 'orderTypes[0].orderStatuses[0].workflowSteps[0]'
  t.match(findStepMarketProblems(markets, [{ id: 'NOR' }] as never), [{ path: `${at}.enabledForMarkets[1]` }])
  t.match(findStepStoreProblems(stores, [{ id: 'Oslo-01', warehouses: ['Central'] }] as never), [
    { path: `${at}.disabledForStores[0]` },
    { path: `${at}.enabledForWarehouses[1]` },
  ])
  t.match(findStepConnectorProblems(connectors, [{ name: 'manual' }] as never), [{ path: `${at}.connector` }])
  t.match(findOrderNumberProblems(only(), [{ name: 'other' }] as never), [{ path: 'orderTypes[0].orderNumberType' }])
  t.same(findOrderNumberProblems(only(), [{ name: 'web' }] as never), [])
})

t.test('given an unknown shipment status, when the schema checks it, then it is refused', async (t) => {
  const sample = JSON.parse(readFileSync(new URL('../../../../../config/order-types.json', import.meta.url), 'utf8'))
  sample.orderTypes[0].orderStatuses[0].shipmentStatusUpdate = 'Lost'
  const errors = [...Value.Errors(orderTypesFile.schema, Value.Default(orderTypesFile.schema, sample))]
  t.match(errors, [{ path: '/orderTypes/0/orderStatuses/0/shipmentStatusUpdate' }])
})
