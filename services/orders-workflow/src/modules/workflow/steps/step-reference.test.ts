import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OrderType } from '@open-oms/contracts/config/order-types'
import { tenantConfigFiles } from '@open-oms/contracts/config/tenant-config'
import { loadTenantConfig } from '@open-oms/service-kit/config/load-tenant-config'
import t, { type Test } from 'tap'
import { ordersConfigNames } from '../../../order/rules/context/orders-config.ts'
import { ordersConfigChecks } from '../../configuration/checks/config-checks.ts'
import type { StepDefinition } from './step-definition.ts'
import { exampleStep } from './step-reference.ts'
import { stepDefinitions } from './step-registry.ts'

const root = join(import.meta.dirname, '..', '..', '..', '..', '..', '..')

/** Receivers, of which the sample tenant has none. */
const receivers = (['webhook', 'export', 'ask'] as const).map((kind) => {
  const name = { webhook: 'warehouse', export: 'erp', ask: 'fraud-check' }[kind]
  return { id: name, name, kind, type: 'http', url: 'http://receiver.test' }
})

/** A folder with the sample tenant, and receivers. */
async function tenantFolder(t: Test): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'oms-steps-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  await cp(join(root, 'config'), folder, { recursive: true })
  await changed(join(folder, 'connectors.json'), ({ connectors }) => connectors.push(...receivers))
  return folder
}

// biome-ignore lint/suspicious/noExplicitAny: a file of the configuration as someone writes it
async function changed(file: string, change: (content: any) => void): Promise<void> {
  const content = JSON.parse(await readFile(file, 'utf8'))
  change(content)
  await writeFile(file, JSON.stringify(content))
}

type OrderTypesFile = { orderTypes: { name: string; orderStatuses: { name: string; workflowSteps?: object[] }[] }[] }

async function place(folder: string, definition: StepDefinition, step: object): Promise<void> {
  const { orderType, status } = definition.reference.example.within
  await changed(join(folder, 'order-types.json'), ({ orderTypes }: OrderTypesFile) => {
    const found = orderTypes.find(({ name }) => name === orderType)?.orderStatuses.find(({ name }) => name === status)
    if (found === undefined) throw new Error(`the sample tenant has no status ${status} of ${orderType}`)
    found.workflowSteps = [...(found.workflowSteps ?? []), step]
  })
}

async function loaded(directory: string): Promise<readonly OrderType[]> {
  const request = { directory, files: tenantConfigFiles, checks: ordersConfigChecks, names: ordersConfigNames }
  return (await loadTenantConfig(request)).orderTypes
}

for (const definition of stepDefinitions) {
  const step = exampleStep(definition)
  t.test(`given the example of step ${step.name}, when the configuration has it, then the check accepts it`, async (t) => {
    const folder = await tenantFolder(t)
    await place(folder, definition, step)
    const steps = (await loaded(folder)).flatMap((type) => type.orderStatuses.flatMap(({ workflowSteps }) => workflowSteps))
    t.match(
      steps.find(({ id }) => id === step.id),
      step,
    )
  })
}

t.test('given an example with a wrong value, when the configuration has it, then the check refuses it', async (t) => {
  for (const definition of stepDefinitions) {
    if (Object.keys(definition.properties).length === 0) continue
    const folder = await tenantFolder(t)
    await place(folder, definition, { ...exampleStep(definition), properties: [{ key: 'NoSuchProperty', value: '1' }] })
    await t.rejects(loaded(folder), { message: /has no property "NoSuchProperty"/ })
  }
})

t.test('given the reference of a step, when its properties have defaults, then the step accepts these', (t) => {
  for (const { names, properties } of stepDefinitions) {
    for (const [key, property] of Object.entries(properties)) {
      if (property.default === null || property.type === 'text') continue
      t.ok(property.values.test(property.default), `${names[0]}.${key}`)
    }
  }
  t.end()
})

t.test('given the references of all steps, when they are read, then each has the rules and calls whom its kind can call', (t) => {
  t.equal(new Set(stepDefinitions.flatMap(({ names }) => names)).size, stepDefinitions.flatMap(({ names }) => names).length)
  for (const { names, kind, reference } of stepDefinitions) {
    const mayCall = kind === 'call' || kind === 'message'
    t.equal(reference.connectorKinds.length > 0, mayCall, `${names[0]}`)
    for (const text of [reference.does, ...reference.conditions, ...reference.warnings, ...reference.errors])
      t.match(text, /[^.]$/, `${names[0]}: ${text}`)
  }
  t.end()
})
