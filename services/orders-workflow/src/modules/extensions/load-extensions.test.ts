// Own process: extensions are loaded once in a process, and get events there.

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CustomField } from '@open-oms/contracts/config/custom-fields'
import t from 'tap'
import { declaredFields } from '../../order/rules/fields/declared-fields.ts'
import { triedAgain } from '../../testing/payments/waiting-provider.ts'
import { createdOrder, sampleConfig, testOrders, updateStatus } from '../../testing/test-orders.ts'
import { respond, testReceiver } from '../../testing/webhooks/test-receiver.ts'
import { configWithSteps } from '../../testing/workflow/stepped-config.ts'
import { findStepProblems } from '../workflow/steps/step-registry.ts'
import { findFieldsTwice } from './extension-fields.ts'
import { findExtensionProblems, loadExtensions, loadedExtensions } from './load-extensions.ts'

const fixture = (name: string) => fileURLToPath(new URL(`../../testing/extensions/${name}.ts`, import.meta.url))
const folder = t.testdir({
  'half.ts': 'export const extension: = 3\n',
  'throws-nothing.ts': 'throw null\n',
  'alone.ts': "import 'not-installed'\n",
  'calls.ts': 'export const extension = missing()\n',
  'half-a-field.ts':
    "export const extension = { name: 'half', interfaceVersion: '1.1.0', steps: [], fields: [{ key: 'a b', on: 'order', type: 'text', en: 'A', nb: null, required: false, choices: [], searchable: false, inList: false, onPage: true, writers: [] }] }\n",
})
const unloadable = ['./half.ts', './throws-nothing.ts', './alone.ts', './calls.ts', 'not-installed']
const fixtures = ['loyalty', 'of-tomorrow', 'without-steps', 'taking-a-name', 'missing', 'with-a-report'].map(fixture)
const declaring = [fixture('declaring-twice'), './half-a-field.ts']
const extensions = [...fixtures, ...unloadable, ...declaring].map((module) => ({ module }))
await writeFile(join(folder, 'extensions.json'), JSON.stringify({ extensions }))
await loadExtensions(folder)
await loadExtensions(folder)

t.test('given extensions, when they are loaded, then each runs, or the check says why it does not', async (t) => {
  t.match(loadedExtensions(), [{ name: 'loyalty', interfaceVersion: '1.1.0' }])
  t.equal(loadedExtensions().length, 1)
  const problems = findExtensionProblems([...extensions, { module: 'added-later' }])
  t.match(problems, [
    {
      file: 'extensions.json',
      path: 'extensions[1].module',
      reason: /made for version 2\.0\.0 of the interface, this system has 1\./,
    },
    { path: 'extensions[2].module', reason: /exports no extension/ },
    { path: 'extensions[3].module', reason: 'there is a step "BookShipment" already' },
    { path: 'extensions[4].module', reason: /cannot be loaded/ },
    { path: 'extensions[5].module', reason: /a report \("passwords"\) reads credential, which is no reporting view/ },
    { reason: /^".\/half.ts" cannot be loaded: Unexpected token `=`.+half\.ts:1\)$/ },
    { reason: '"./throws-nothing.ts" cannot be loaded: null' },
    { reason: /^"\.\/alone\.ts" cannot be loaded: Cannot find package 'not-installed' imported from \S+alone\.ts$/ },
    { reason: /cannot be loaded: missing is not defined \(\S+calls\.ts:1\)$/ },
    { reason: /^"not-installed" cannot be loaded: Cannot find module 'not-installed'$/ },
    { path: 'extensions[11].module', reason: /there is a field "points" on order already$/ },
    { reason: /^".\/half-a-field.ts" cannot be used: a field \("a b"\) is not valid at \/key/ },
    { path: 'extensions[13].module', reason: /is not loaded/, remedy: 'Restart the process.' },
  ])
  t.equal(problems.length, 13)
})

t.test('given a field of an extension, when the configuration declares it too, then the check says so', async (t) => {
  const { customFields } = await sampleConfig()
  const [first] = customFields as [CustomField]
  t.match(declaredFields({ customFields }).at(-1), { key: 'Points', nb: 'Poeng', required: false })
  t.same(findFieldsTwice(customFields), [])
  t.match(findFieldsTwice([first, { ...first, key: 'POINTS' }, { ...first, on: 'line', key: 'Points' }]), [
    { file: 'custom-fields.json', path: 'fields[1].key', reason: 'an extension declares "POINTS" on order too' },
  ])
})

t.test('given a report of an extension, when it is run, then it is one as the others, limited to stores too', async (t) => {
  const test = await testOrders(t)
  await createdOrder(test, { storeId: 'Oslo-01' })
  const { body: list } = await test.send({ url: '/api/Reports' })
  t.match(
    list.find(({ name }: { name: string }) => name === 'orders-of-stores'),
    { label: { en: 'Orders of stores', nb: 'Orders of stores' }, hasPeriod: false, hasStores: true },
  )
  const run = (as: object) => test.send({ url: '/api/Reports/orders-of-stores', as })
  t.same((await run({})).body.rows, [{ store_id: 'Oslo-01', orders: '1' }])
  t.same((await run({ storeIds: ['Bergen-01'] })).body.rows, [])
})

t.test('given a step of an extension in a status, when the configuration is checked, then its properties are too', async (t) => {
  const perPoint = (value: string) => [{ key: 'PerPoint', value }]
  const { orderTypes } = await configWithSteps([{ name: 'EarnPoints', properties: perPoint('20') }])
  t.same(findStepProblems(orderTypes), [])
  const wrong = await configWithSteps([{ name: 'EarnPoints', properties: perPoint('many') }, { name: 'EarnPoint' }])
  t.match(findStepProblems(wrong.orderTypes), [
    { reason: '"many" is not a value of property "PerPoint" of step "EarnPoints"' },
    { reason: 'there is no step "EarnPoint"', remedy: /EarnPoints/ },
  ])
})

t.test('given steps of an extension, when a status is entered, then they run as those of the system do', async (t) => {
  const receiver = await testReceiver(t, (response, call, index) => {
    respond(index === 0 ? 503 : 200, JSON.stringify({ level: 'gold' }))(response, call, index)
  })
  const config = await configWithSteps([
    { name: 'EarnPoints', id: 'points' },
    { name: 'TellLoyalty', id: 'loyalty', properties: [{ key: 'Url', value: receiver.url }] },
    { name: 'LooksAround', id: 'around' },
    ...['Throws', 'Waits', 'ReturnsNothing', 'ChangesTheStatus', 'ReturnsNoOrder', 'ChangesInPlace'].map((name) => ({
      name,
      id: name,
    })),
  ])
  const test = await testOrders(t, { config })
  const { id } = await createdOrder(test)
  const dry = await test.send({
    method: 'POST',
    url: `/api/Orders/${id}/UpdateStatus?dryRun=true`,
    body: { status: 'InProgress' },
  })
  t.match(dry.body.order, { tags: ['unknown'] })
  t.equal(receiver.calls.length, 0, 'a dry run calls nobody')
  const { body } = await updateStatus(test, id, { body: { status: 'InProgress' } })
  t.match(body.orderActionExecutionResults, [
    { stepId: 'points', actionStatus: 'Success' },
    { stepId: 'loyalty', actionStatus: 'Error', errorReason: 'The extension failed: it responded with 503', nextAttempt: String },
    { stepId: 'around', message: 'currencyOf,handlingTypeOf,now,randomText,run,step,warehousesOf' },
    { stepId: 'Throws', actionStatus: 'Error', errorReason: 'The extension failed: no points today' },
    { stepId: 'Waits', actionStatus: 'Error', errorReason: 'The extension failed: only call may be asynchronous.' },
    { stepId: 'ReturnsNothing', actionStatus: 'Error', errorReason: 'The extension failed: it has returned no outcome.' },
    { stepId: 'ChangesTheStatus', actionStatus: 'Error', errorReason: /changes what an extension may not change/ },
    { stepId: 'ReturnsNoOrder', actionStatus: 'Error', errorReason: /is not valid at \/total/ },
    { stepId: 'ChangesInPlace', actionStatus: 'Error', errorReason: /changed and failed/ },
  ])
  await triedAgain(test)
  const order = (await test.send({ url: `/api/Orders/${id}` })).body
  t.match(order, { status: 'InProgress', tags: ['gold'], total: body.order.total })
  t.match(order.properties.at(-1), { key: 'Points', value: String(Math.floor(order.total / 10)) })
  t.equal(new Set(receiver.calls.map(({ headers }) => headers['idempotency-key'])).size, 1)
  t.match((await test.send({ url: '/api/Configuration' })).body.steps.at(-1).names, ['LooksAround'])
})
