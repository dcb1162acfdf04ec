// Own process: what it calls is recorded of a new system.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RecordedEvent } from '@open-oms/contracts/events/recorded-events'
import type { RecordedExample } from '@open-oms/contracts/recorded-examples'
import t, { type Test } from 'tap'
import { accountingExamples } from './examples/accounting-examples.ts'
import { businessCustomerExamples, productAssetExamples, productExamples, systemExamples } from './examples/catalogue-examples.ts'
import { errorExamples } from './examples/error-examples.ts'
import { eventExamples } from './examples/event-examples.ts'
import { type Examples, exampleRecorder } from './examples/example-recorder.ts'
import { documentExamples, fulfilmentExamples, shipmentExamples } from './examples/fulfilment-examples.ts'
import { deadLetterExamples, messageExamples } from './examples/letter-examples.ts'
import {
  changedOrderExamples,
  customerExamples,
  newOrderExamples,
  orderLineExamples,
  readOrderExamples,
  savedSearchExamples,
  searchExamples,
} from './examples/order-examples.ts'
import { accountExamples, sessionExamples } from './examples/session-examples.ts'
import { shopServer, shopTenant } from './examples/shop-server.ts'
import { abortedRunExamples, cartExamples, waitingRunExamples, workflowExamples } from './examples/workflow-examples.ts'
import { sharedSystem } from './shared-system.ts'

const folder = join(import.meta.dirname, '../packages/contracts/src/examples')
const isRecording = process.env.OMS_RECORD_EXAMPLES === 'yes'

/** In the order of a shop's life: later calls read what earlier ones made. */
const subjects: Record<string, ((examples: Examples, shopUrl: string) => Promise<void>)[]> = {
  system: [systemExamples],
  catalogue: [productExamples, productAssetExamples, businessCustomerExamples],
  orders: [newOrderExamples, readOrderExamples, searchExamples, customerExamples, savedSearchExamples],
  'order-changes': [changedOrderExamples, orderLineExamples],
  fulfilment: [fulfilmentExamples, shipmentExamples, documentExamples],
  workflow: [abortedRunExamples, waitingRunExamples, workflowExamples, cartExamples],
  accounting: [accountingExamples],
  errors: [errorExamples],
}

t.test('given a new system, when the calls of the examples are made, then it responds as recorded', async (t) => {
  const shopUrl = await shopServer(t)
  const under = await sharedSystem(shopTenant(shopUrl))
  const examples = await exampleRecorder(under.system.gatewayUrl, { [shopUrl]: 'https://shop.example.com' })
  for (const [subject, steps] of Object.entries(subjects)) {
    const from = examples.recorded.length
    for (const step of steps) await step(examples, shopUrl)
    await compare(t, subject, examples.recorded.slice(from))
  }
  await compare(t, 'events', await eventExamples(examples, under))
  const last = {
    sessions: [sessionExamples, accountExamples],
    letters: [messageExamples, (recorder: Examples) => deadLetterExamples(recorder, under)],
  }
  for (const [subject, steps] of Object.entries(last)) {
    const from = examples.recorded.length
    for (const step of steps) await step(examples)
    await compare(t, subject, examples.recorded.slice(from))
  }
})

type Example = RecordedExample | RecordedEvent

const exampleName = (example: Example): string => ('operationId' in example ? example.operationId : example.type)

async function compare(t: Test, subject: string, seen: readonly Example[]): Promise<void> {
  const path = join(folder, `${subject}.json`)
  if (isRecording) {
    await mkdir(folder, { recursive: true })
    // A line each: shorter than with a line for each property, and a change is still seen.
    await writeFile(path, `[\n${seen.map((example) => JSON.stringify(example)).join(',\n')}\n]\n`)
  }
  const recorded = JSON.parse(await readFile(path, 'utf8')) as Example[]
  t.same(seen.map(exampleName), recorded.map(exampleName), `${subject}: the same examples`)
  for (const [index, example] of seen.entries()) t.same(example, recorded[index], `${subject}: ${exampleName(example)}`)
}
