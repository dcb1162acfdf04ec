// Own process: it starts the whole system.
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import type { RecordedExample } from '../services/gateway/src/modules/reference/recorded-examples.ts'
import { accountingExamples } from './examples/accounting-examples.ts'
import { businessCustomerExamples, productAssetExamples, productExamples, systemExamples } from './examples/catalogue-examples.ts'
import { type Examples, exampleRecorder } from './examples/example-recorder.ts'
import { documentExamples, fulfilmentExamples, shipmentExamples } from './examples/fulfilment-examples.ts'
import {
  changedOrderExamples,
  newOrderExamples,
  orderLineExamples,
  readOrderExamples,
  savedSearchExamples,
  searchExamples,
} from './examples/order-examples.ts'
import { abortedRunExamples, cartExamples, workflowExamples } from './examples/workflow-examples.ts'
import { systemUnderTest } from './system-under-test.ts'

const folder = join(import.meta.dirname, '../services/gateway/src/modules/reference/examples')
const isRecording = process.env.OMS_RECORD_EXAMPLES === 'yes'

/** In the order of a shop's life: later calls read what earlier ones made. */
const subjects: Record<string, ((examples: Examples, shopUrl: string) => Promise<void>)[]> = {
  system: [systemExamples],
  catalogue: [productExamples, productAssetExamples, businessCustomerExamples],
  orders: [newOrderExamples, readOrderExamples, searchExamples, savedSearchExamples],
  'order-changes': [changedOrderExamples, orderLineExamples],
  fulfilment: [fulfilmentExamples, shipmentExamples, documentExamples],
  workflow: [abortedRunExamples, workflowExamples, cartExamples],
  accounting: [accountingExamples],
}

t.test('given a new system, when the calls of the examples are made, then it answers as recorded', async (t) => {
  const shopUrl = await shopServer(t)
  const { system } = await systemUnderTest(t, { environment: { ASSET_FETCH_ALLOW: '127.0.0.1' } })
  const examples = await exampleRecorder(system.gatewayUrl, { [shopUrl]: 'https://shop.example.com' })
  for (const [subject, steps] of Object.entries(subjects)) {
    const from = examples.recorded.length
    for (const step of steps) await step(examples, shopUrl)
    await compare(t, subject, examples.recorded.slice(from))
  }
})

/** The shop that has a picture of the cup, of one pixel. */
async function shopServer(t: Test): Promise<string> {
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const server = createServer((_, response) =>
    response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.from(pixel, 'base64')),
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.teardown(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function compare(t: Test, subject: string, answered: readonly RecordedExample[]): Promise<void> {
  const path = join(folder, `${subject}.json`)
  if (isRecording) {
    await mkdir(folder, { recursive: true })
    await writeFile(path, `${JSON.stringify(answered, null, 2)}\n`)
  }
  const recorded = JSON.parse(await readFile(path, 'utf8')) as RecordedExample[]
  t.same(
    answered.map(({ operationId }) => operationId),
    recorded.map(({ operationId }) => operationId),
    `${subject}: the same calls`,
  )
  for (const [index, example] of answered.entries()) t.same(example, recorded[index], `${subject}: ${example.operationId}`)
}
