import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type Teardown = { teardown(end: () => Promise<void> | void): unknown }

/** A payment provider that accepts every capture unless `declines` is true. */
export type CardProvider = { url: string; declines: boolean; captured: number }

const root = join(import.meta.dirname, '..', '..', '..', '..')

/** Starts a payment provider, which ends with the tests. */
export async function cardProvider(t: Teardown): Promise<CardProvider> {
  const provider: CardProvider = { url: '', declines: false, captured: 0 }
  const server = createServer((request, response) => {
    request.resume()
    if (provider.declines) return void response.writeHead(402).end(JSON.stringify({ message: 'no cover' }))
    provider.captured += 1
    const key = String(request.headers['idempotency-key'])
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ status: 'done', transactionId: `tx-${key}` }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  provider.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return provider
}

/** The folder of the sample tenant, whose cards go through the provider. */
export async function tenantWithProvider(t: Teardown, url: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'oms-cli-tenant-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  await cp(join(root, 'config'), folder, { recursive: true })
  const change = async <T>(name: string, edit: (content: T) => void) => {
    const content = JSON.parse(await readFile(join(folder, name), 'utf8'))
    edit(content)
    await writeFile(join(folder, name), JSON.stringify(content))
  }
  await change<{ connectors: object[] }>('connectors.json', ({ connectors }) =>
    connectors.push({ id: 'card', name: 'card', kind: 'payment', type: 'http', url, timeoutMs: 2_000, retries: 0 }),
  )
  await change<{ paymentMethods: { name: string; connector: string }[] }>('payment-methods.json', ({ paymentMethods }) => {
    for (const method of paymentMethods) if (method.name === 'Card') method.connector = 'card'
  })
  return folder
}
