import { Value } from '@sinclair/typebox/value'
import t from 'tap'
import { ApiClient } from '../access/api-clients.ts'
import { Connector } from '../connectors.ts'
import { OrderType } from '../order-types.ts'
import {
  findClientWarnings,
  findMarketWarnings,
  findSequenceWarnings,
  findStatusWarnings,
  findStepWarnings,
} from './unused-config.ts'
import { findConnectorWarnings } from './unused-connectors.ts'

const buildOrderType = (orderStatuses: object[], given: object = {}) =>
  Value.Default(OrderType, { name: 'Online', orderNumberType: 'web', orderStatuses, ...given }) as OrderType
const only = (name: string, ...availableSteps: string[]) => ({ name, enforceAvailableStepsPolicy: true, availableSteps })
const paths = (found: { path: string }[]) => found.map(({ path }) => path)

t.test('given plain statuses and an end, when they are checked, then there is no warning', async (t) => {
  const statuses = [
    only('New', 'Done'),
    { ...only('Done', 'Returned'), isDeliveredStatus: true },
    only('Returned'),
    only('Deleted'),
  ]
  t.same(findStatusWarnings([buildOrderType(statuses.map((status, order) => ({ ...status, order })))]), [])
})

t.test('given statuses that orders cannot leave, when they are checked, then each has a warning', async (t) => {
  const statuses = [
    only('New', 'Stuck', 'Round', 'Done'),
    only('Stuck'),
    only('Round', 'About'),
    only('About', 'Round'),
    { name: 'Done', isDeliveredStatus: true, enforceAvailableStepsPolicy: true },
  ]
  const found = findStatusWarnings([buildOrderType(statuses.map((status, order) => ({ ...status, order })))])
  t.match(found, [
    { path: 'orderTypes[0].orderStatuses[1].availableSteps', reason: 'orders cannot leave status "Stuck"' },
    { path: 'orderTypes[0].orderStatuses[2].availableSteps', reason: /no moves lead from "Round"/ },
    { path: 'orderTypes[0].orderStatuses[3].availableSteps', reason: /no moves lead from "About"/ },
  ])
  t.equal(found.length, 3)
})

t.test('given moves without the policy and an end as first status, when they are checked, then both are named', async (t) => {
  const found = findStatusWarnings([
    buildOrderType([
      { name: 'Done', order: 1, isDeliveredStatus: true },
      { name: 'Open', order: 2, availableSteps: ['Done'] },
    ]),
  ])
  t.same(paths(found), ['orderTypes[0].orderStatuses[0].order', 'orderTypes[0].orderStatuses[1].availableSteps'])
})

t.test('given steps that can never run, when they are checked, then each has a warning with its reason', async (t) => {
  const step = { name: 'Notification', id: 'a', index: 1 }
  const typesWithSteps = (...workflowSteps: object[]) => [buildOrderType([{ name: 'New', order: 1, workflowSteps }])]
  const at = 'orderTypes[0].orderStatuses[0].workflowSteps[0]'
  const failed = { workflowStepConditions: [{ type: 'Error' }] }
  t.match(findStepWarnings(typesWithSteps({ ...step, ...failed }, { ...step, id: 'b', index: 2, ...failed })), [
    { path: `${at}.workflowStepConditions[0]`, reason: /never runs/ },
  ])
  t.match(findStepWarnings(typesWithSteps({ ...step, enabledForTags: ['a'], disabledForTags: ['b', 'a'] })), [
    { path: `${at}.disabledForTags` },
  ])
  t.same(
    findStepWarnings(
      typesWithSteps({ ...step, ...failed, active: false }, { ...step, enabledForTags: ['a', 'b'], disabledForTags: ['a'] }),
    ),
    [],
  )
  t.match(findStepWarnings(typesWithSteps(step).map((type) => ({ ...type, disableWorkflow: true }))), [
    { path: 'orderTypes[0].disableWorkflow', reason: 'the 1 steps of order type "Online" never run' },
  ])
})

t.test('given connectors, when they are switched off or named by nothing, then there is a warning for each', async (t) => {
  const connector = (name: string, given: object = {}) =>
    Value.Default(Connector, { id: name, name, kind: 'payment', type: 'manual', ...given }) as Connector
  const types = [
    buildOrderType([
      { name: 'New', order: 1, workflowSteps: [{ id: 'a', index: 1, name: 'CapturePayments', connector: 'off' }] },
    ]),
  ]
  const found = findConnectorWarnings({
    types,
    methods: [{ connector: 'used' }] as never,
    connectors: [
      ...[connector('off', { active: false }), connector('used'), connector('idle'), connector('mail', { kind: 'email' })],
      connector('asked', { kind: 'ask', type: 'http' }),
      connector('pressed', { kind: 'ask', type: 'http' }),
    ],
    validationHooks: [{ active: true, connector: 'asked' }] as never,
    buttons: [{ connector: 'pressed' }] as never,
  })
  t.match(found, [
    { file: 'order-types.json', path: 'orderTypes[0].orderStatuses[0].workflowSteps[0].connector', reason: /switched off/ },
    {
      file: 'connectors.json',
      path: 'connectors[2].name',
      reason: /no step, payment method, validation hook or button uses connector "idle"/,
    },
  ])
  t.equal(found.length, 2)
})

t.test('given sequences, markets and clients that nothing uses, when they are checked, then each has a warning', async (t) => {
  const sequences = [{ name: 'web' }, { name: 'rma' }, { name: 'old' }] as never
  t.same(paths(findSequenceWarnings(sequences, [buildOrderType([])])), ['numberSequences[2].name'])
  t.same(paths(findMarketWarnings([{ id: 'NOR' }, { id: 'SWE' }] as never, [{ marketId: 'NOR' }] as never)), ['markets[1].id'])
  const client = Value.Default(ApiClient, { clientId: 'web', roles: [] }) as ApiClient
  t.same(paths(findClientWarnings([client, { ...client, roles: ['OrderRead'] }])), [
    'apiClients[0].roles',
    'apiClients[0].storeIds',
    'apiClients[1].storeIds',
  ])
  t.same(paths(findClientWarnings([{ ...client, roles: ['OrderRead'], allStores: true }])), [])
})
