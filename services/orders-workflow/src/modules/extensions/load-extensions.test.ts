// Own process: extensions are loaded once in a process, and get events there.

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { triedAgain } from '../../testing/payments/waiting-provider.ts'
import { createdOrder, testOrders, updateStatus } from '../../testing/test-orders.ts'
import { respond, testReceiver } from '../../testing/webhooks/test-receiver.ts'
import { configWithSteps } from '../../testing/workflow/stepped-config.ts'
import { findStepProblems } from '../workflow/steps/step-registry.ts'
import { findExtensionProblems, loadExtensions, loadedExtensions } from './load-extensions.ts'

const fixture = (name: string) => fileURLToPath(new URL(`../../testing/extensions/${name}.ts`, import.meta.url))
const folder = t.testdir({
  'half.ts': 'export const extension: = 3\n',
  'throws-nothing.ts': 'throw null\n',
  'alone.ts': "import 'not-installed'\n",
  'calls.ts': 'export const extension = missing()\n',
})
const unloadable = ['./half.ts', './throws-nothing.ts', './alone.ts', './calls.ts', 'not-installed']
const fixtures = ['loyalty', 'of-tomorrow', 'without-steps', 'taking-a-name', 'missing'].map(fixture)
const extensions = [...fixtures, ...unloadable].map((module) => ({ module }))
await writeFile(join(folder, 'extensions.json'), JSON.stringify({ extensions }))
await loadExtensions(folder)
await loadExtensions(folder)

t.test('given extensions, when they are loaded, then each runs, or the check says why it does not', async (t) => {
  t.match(loadedExtensions(), [{ name: 'loyalty', interfaceVersion: '1.0.0' }])
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
    { reason: /^".\/half.ts" cannot be loaded: Unexpected token `=`.+half\.ts:1\)$/ },
    { reason: '"./throws-nothing.ts" cannot be loaded: null' },
    { reason: /^"\.\/alone\.ts" cannot be loaded: Cannot find package 'not-installed' imported from \S+alone\.ts$/ },
    { reason: /cannot be loaded: missing is not defined \(\S+calls\.ts:1\)$/ },
    { reason: /^"not-installed" cannot be loaded: Cannot find module 'not-installed'$/ },
    { path: 'extensions[10].module', reason: /is not loaded/, remedy: 'Restart the process.' },
  ])
  t.equal(problems.length, 10)
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
