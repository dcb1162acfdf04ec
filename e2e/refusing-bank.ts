import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { freePort } from '@open-oms/local-servers/free-port'
import tap, { type Test } from 'tap'
import { paidOrder } from './paid-order.ts'
import { type SystemUnderTest, systemUnderTest } from './system-under-test.ts'
import { twoProviders, writeSignIn } from './two-providers.ts'

/**
 * A payment provider that refuses what `refuses` says, at first nothing; `captures` are the
 * requests that it has carried out.
 */
async function refusingBank(t: Test) {
  const bank = { refuses: (_request: string) => false, captures: [] as string[] }
  const server = createServer(async (request, response) => {
    const sent = await text(request)
    const isRefused = bank.refuses(sent)
    if (!isRefused) bank.captures.push(sent)
    const body = isRefused
      ? { status: 'refused', message: 'The limit is reached.' }
      : { status: 'done', transactionId: `tx-${request.headers['idempotency-key']}`, url: 'https://pay.example/1f6b2' }
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return { bank, bankUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }
}

/**
 * A receiver of events that refuses them while `refuses` is true; `events` are those that it has
 * taken.
 */
async function refusingReceiver(t: Test) {
  const receiver = { refuses: false, events: [] as { id: string; subject: string }[] }
  const server = createServer(async (request, response) => {
    const event = JSON.parse(await text(request))
    if (receiver.refuses) return response.writeHead(422).end('The books are closed.')
    receiver.events.push(event)
    return response.writeHead(204).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return { receiver, receiverUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }
}

type Files = { connectors: object[]; webhookSubscriptions: object[]; paymentMethods: { name: string; connector: string }[] }

/**
 * The sample tenant, whose cards go through the bank at an address; a receiver gets the events of
 * new orders.
 */
async function bankTenant(t: Test, url: string, receiverUrl: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'oms-console-bank-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  await cp(join(import.meta.dirname, '..', 'config'), folder, { recursive: true })
  const change = async (name: string, edit: (content: Files) => void) => {
    const content = JSON.parse(await readFile(join(folder, name), 'utf8'))
    edit(content)
    await writeFile(join(folder, name), JSON.stringify(content))
  }
  await change('connectors.json', ({ connectors, webhookSubscriptions }) => {
    connectors.push({ id: 'card', name: 'card', kind: 'payment', type: 'http', url })
    const erp = { id: 'erp', eventTypes: ['orders.order.created.v1'], allowPrivateAddresses: true }
    webhookSubscriptions.push({ ...erp, url: receiverUrl })
  })
  await change('payment-methods.json', ({ paymentMethods }) => {
    for (const method of paymentMethods)
      if (method.name === 'Card') Object.assign(method, { connector: 'card', paymentLink: true })
  })
  await writeSignIn(folder, { passwords: true })
  return folder
}

export type DisturbedSystem = SystemUnderTest &
  Awaited<ReturnType<typeof refusingBank>> &
  Awaited<ReturnType<typeof refusingReceiver>> &
  Awaited<ReturnType<typeof twoProviders>> & { configDir: string }

let disturbed: Promise<DisturbedSystem> | undefined

/**
 * One system for all test files of this process, whose bank and receiver refuse what a story says,
 * whose services stop for a while, and where people may sign in at two providers too: a story
 * leaves them running, and no order behind that has failed.
 */
export function disturbedSystem(): Promise<DisturbedSystem> {
  disturbed ??= startDisturbed()
  return disturbed
}

async function startDisturbed(): Promise<DisturbedSystem> {
  const [bank, receiver] = [await refusingBank(tap), await refusingReceiver(tap)]
  const configDir = await bankTenant(tap, bank.bankUrl, receiver.receiverUrl)
  const gatewayPort = await freePort()
  const providers = await twoProviders(tap, `http://127.0.0.1:${gatewayPort}`)
  const { environment } = providers
  return {
    ...(await systemUnderTest(tap, { configDir, environment, gatewayPort })),
    ...bank,
    ...receiver,
    ...providers,
    configDir,
  }
}

/** Some orders whose captures the bank has refused; their ids begin with the prefix. */
export async function failedCaptures({ client, bank }: DisturbedSystem, prefix: string, count: number): Promise<string[]> {
  bank.refuses = () => true
  const ids = Array.from({ length: count }, (_, index) => `${prefix}-${index + 1}`)
  for (const id of ids) {
    await client.call('POST', '/api/Orders', { body: paidOrder(id, 'Authorization') })
    await client.call('POST', `/api/Orders/${id}/UpdateStatus`, { body: { status: 'Completed' } })
  }
  return ids
}
