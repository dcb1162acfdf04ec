import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hashPassword, hashSecret } from '@oms/service-kit/config/secret-hash'

/** An API client of a verification. */
export type TenantClient = {
  clientId: string
  clientSecret: string
  /** No limit that a verification reaches, when absent. */
  rateLimit?: { bucketSize: number; refillAmount: number; refillIntervalMs: number; concurrentMax: number }
}

const roles = ['OrderRead', 'OrderAdmin', 'ProductRead', 'ProductAdmin', 'AccountingRead']
const unlimited = { bucketSize: 100_000, refillAmount: 100_000, refillIntervalMs: 1_000, concurrentMax: 100 }

/**
 * Writes the sample's configuration with these API clients instead of the demo clients, which
 * production refuses. Its people get the password; without one there are no people.
 */
export async function writeTenant(
  sample: string,
  tenant: string,
  { clients, userPassword = null }: { clients: readonly TenantClient[]; userPassword?: string | null },
): Promise<void> {
  await cp(sample, tenant, { recursive: true })
  const apiClients = await Promise.all(
    clients.map(async ({ clientId, clientSecret, rateLimit = unlimited }) => {
      return { clientId, secretHash: await hashSecret(clientSecret), roles, storeIds: [], rateLimit }
    }),
  )
  await writePeople(join(tenant, 'users.json'), userPassword)
  await changeFile(join(tenant, 'api-clients.json'), (content) => ({ ...content, apiClients }))
}

async function writePeople(file: string, password: string | null): Promise<void> {
  if (password === null) return rm(file, { force: true })
  const passwordHash = await hashPassword(password)
  await changeFile(file, ({ users, ...rest }) => ({
    ...rest,
    users: users.map((user: object) => ({ ...user, passwordHash, isDemo: false })),
  }))
}

/** Rewrites a file of the configuration. */
// biome-ignore lint/suspicious/noExplicitAny: whatever is in the file
export async function changeFile(file: string, change: (content: any) => unknown): Promise<void> {
  await writeFile(file, JSON.stringify(change(JSON.parse(await readFile(file, 'utf8')))))
}
