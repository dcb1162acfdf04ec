import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import tap from 'tap'
import { eventually, type SystemUnderTest, systemUnderTest } from './system-under-test.ts'

const sampleTenant = join(import.meta.dirname, '..', 'config')

/** What a story changes in the sample tenant, by file. */
// biome-ignore lint/suspicious/noExplicitAny: the files of a tenant, of which few fields change.
export type TenantChanges = Record<string, (content: any) => void>

type Shared = SystemUnderTest & { configDir: string }

let shared: Promise<Shared> | undefined

/**
 * One system for all test files of this process that need a tenant of their own: the sample tenant with their changes, which is put in
 * place while the system runs, as an operator does. Files that come later find what earlier ones have left, so each looks at its own
 * orders only.
 */
export async function sharedTenantSystem(changes: TenantChanges): Promise<Shared> {
  if (shared === undefined) {
    shared = start(changes)
    return await shared
  }
  const running = await shared
  await writeTenant(running.configDir, changes)
  await reload(running)
  return running
}

async function start(changes: TenantChanges): Promise<Shared> {
  const configDir = await mkdtemp(join(tmpdir(), 'oms-tenant-'))
  tap.teardown(() => rm(configDir, { recursive: true, force: true }))
  await writeTenant(configDir, changes)
  // The pictures of products are fetched from servers of the stories.
  const system = await systemUnderTest(tap, { configDir, environment: { ASSET_FETCH_ALLOW: '127.0.0.1' } })
  return { ...system, configDir }
}

async function writeTenant(folder: string, changes: TenantChanges): Promise<void> {
  await cp(sampleTenant, folder, { recursive: true })
  for (const [name, change] of Object.entries(changes)) {
    const content = JSON.parse(await readFile(join(folder, name), 'utf8'))
    change(content)
    await writeFile(join(folder, name), JSON.stringify(content))
  }
}

type Health = { configuration: { hash: string; isRefused: boolean } }

/** Every service reads the files again; done when all say that they work by the same ones, which are others than before. */
async function reload({ system }: Shared): Promise<void> {
  const services = Object.values(system.services)
  const states = () =>
    Promise.all(services.map(async ({ url }) => ((await (await fetch(`${url}/health/ready`)).json()) as Health).configuration))
  const [before] = await states()
  for (const { pid } of services) process.kill(pid, 'SIGHUP')
  const after = await eventually(states, (found) => found.every(({ hash, isRefused }) => hash !== before?.hash || isRefused))
  if (after.some(({ hash, isRefused }) => isRefused || hash !== after[0]?.hash))
    throw new Error(`The services do not work by the same new configuration: ${JSON.stringify(after)}`)
}
