import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hashSecret } from '@oms/service-kit/config/secret-hash'

/** An API client of a verification. */
export type TenantClient = {
  clientId: string
  clientSecret: string
  /** No limit that a verification reaches, when absent. */
  rateLimit?: { bucketSize: number; refillAmount: number; refillIntervalMs: number; concurrentMax: number }
}

const roles = ['OrderRead', 'OrderAdmin', 'ProductRead', 'ProductAdmin', 'AccountingRead']
const unlimited = { bucketSize: 100_000, refillAmount: 100_000, refillIntervalMs: 1_000, concurrentMax: 100 }

/** Writes the sample's configuration with these API clients instead of the demo clients and users, which production refuses. */
export async function writeTenant(sample: string, tenant: string, clients: readonly TenantClient[]): Promise<void> {
  await cp(sample, tenant, { recursive: true })
  const apiClients = await Promise.all(
    clients.map(async ({ clientId, clientSecret, rateLimit = unlimited }) => {
      return { clientId, secretHash: await hashSecret(clientSecret), roles, storeIds: [], rateLimit }
    }),
  )
  await rm(join(tenant, 'users.json'), { force: true })
  await changeFile(join(tenant, 'api-clients.json'), (content) => ({ ...content, apiClients }))
}

/** Rewrites a file of the configuration. */
// biome-ignore lint/suspicious/noExplicitAny: whatever is in the file
export async function changeFile(file: string, change: (content: any) => unknown): Promise<void> {
  await writeFile(file, JSON.stringify(change(JSON.parse(await readFile(file, 'utf8')))))
}
