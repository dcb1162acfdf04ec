import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hashPassword, hashSecret } from '@open-oms/service-kit/config/secret-hash'

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
 * production refuses, and the credentials to a folder of their own (the same when absent). Its
 * people get the password; without one there are no people.
 */
export async function writeTenant(
  sample: string,
  tenant: string,
  given: { clients: readonly TenantClient[]; userPassword?: string | null; credentialsFolder?: string },
): Promise<void> {
  const { clients, userPassword = null, credentialsFolder = tenant } = given
  await cp(sample, tenant, { recursive: true })
  await rm(join(tenant, 'credentials.json'))
  const secrets = await Promise.all(
    clients.map(async ({ clientId, clientSecret }) => ({ clientId, secretHash: await hashSecret(clientSecret) })),
  )
  const apiClients = clients.map(({ clientId, rateLimit = unlimited }) => ({ clientId, roles, storeIds: [], rateLimit }))
  await changeFile(join(tenant, 'api-clients.json'), (content) => ({ ...content, apiClients }))
  const users = await writePeople(join(tenant, 'users.json'), userPassword)
  await mkdir(credentialsFolder, { recursive: true })
  await writeFile(join(credentialsFolder, 'credentials.json'), JSON.stringify({ users, apiClients: secrets }))
}

/** Returns the credentials of the people. */
async function writePeople(file: string, password: string | null): Promise<{ userName: string; passwordHash: string }[]> {
  if (password === null) {
    await rm(file, { force: true })
    return []
  }
  const passwordHash = await hashPassword(password)
  const { users } = JSON.parse(await readFile(file, 'utf8')) as { users: { userName: string }[] }
  await changeFile(file, (content) => ({ ...content, users: users.map((user) => ({ ...user, isDemo: false })) }))
  return users.map(({ userName }) => ({ userName, passwordHash }))
}

/** Rewrites a file of the configuration. */
// biome-ignore lint/suspicious/noExplicitAny: whatever is in the file
export async function changeFile(file: string, change: (content: any) => unknown): Promise<void> {
  await writeFile(file, JSON.stringify(change(JSON.parse(await readFile(file, 'utf8')))))
}
