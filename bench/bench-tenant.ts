import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * The sample tenant with a client that no rate limit stops: the limits are measured elsewhere, here
 * they would end the load.
 */
export async function benchTenant(folder: string): Promise<string> {
  const directory = join(folder, 'tenant')
  await cp(join(import.meta.dirname, '..', 'config'), directory, { recursive: true })
  const file = join(directory, 'api-clients.json')
  const content = JSON.parse(await readFile(file, 'utf8'))
  const rateLimit = { bucketSize: 100_000_000, refillAmount: 10_000_000, refillIntervalMs: 10_000, concurrentMax: 1000 }
  const apiClients = content.apiClients.map((client: object) => ({ ...client, rateLimit }))
  await writeFile(file, JSON.stringify({ ...content, apiClients }))
  return directory
}
