import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { type RestClient, restClient } from '@open-oms/system/rest-client'
import { readRunFile } from '@open-oms/system/run-file'
import type { System } from '@open-oms/system/start/start-system'
import tap from 'tap'
import { eventually, type SystemUnderTest, systemUnderTest } from './system-under-test.ts'

const sampleTenant = join(import.meta.dirname, '..', 'config')

/** What a story changes in the sample tenant, by file. */
// biome-ignore lint/suspicious/noExplicitAny: the files of a tenant, of which few fields change.
export type TenantChanges = Record<string, (content: any) => void>

type Files = Readonly<Record<string, string>>

/** With the files of its tenant that differ from the sample. */
type SharedSystem = SystemUnderTest & { configDir: string; files: Files }

let shared: Promise<SharedSystem> | undefined

/**
 * One system for all test files of this process: its start costs more than what a story does with
 * it. It works by the sample tenant with the changes of the story, which are put in place while it
 * runs, as an operator does. Files that come later find what earlier ones have left, so each looks
 * at its own orders only; a part that a story stops or kills is back when the story ends. It
 * stops with the process.
 */
export async function sharedSystem(changes: TenantChanges = {}): Promise<SharedSystem> {
  const files = await changedTenant(changes)
  shared ??= start(files)
  const running = await shared
  if (isDeepStrictEqual(running.files, files)) return running
  await writeTenant(running.configDir, files)
  await reload(running)
  running.files = files
  return running
}

async function changedTenant(changes: TenantChanges): Promise<Files> {
  const changed = Object.entries(changes).map(async ([name, change]) => {
    const content = JSON.parse(await readFile(join(sampleTenant, name), 'utf8'))
    change(content)
    return [name, JSON.stringify(content)] as const
  })
  return Object.fromEntries(await Promise.all(changed))
}

async function start(files: Files): Promise<SharedSystem> {
  const configDir = await mkdtemp(join(tmpdir(), 'oms-tenant-'))
  tap.teardown(() => rm(configDir, { recursive: true, force: true }))
  await writeTenant(configDir, files)
  // The pictures of products are fetched from servers of the stories.
  const system = await systemUnderTest(tap, { configDir, environment: { ASSET_FETCH_ALLOW: '127.0.0.1' } })
  return { ...system, configDir, files }
}

async function writeTenant(folder: string, files: Files): Promise<void> {
  await cp(sampleTenant, folder, { recursive: true })
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
}

type Health = { configuration: { hash: string; isRefused: boolean } }

/**
 * Every service reads the files again; done when all say that they work by the same ones, which are
 * others than before.
 */
async function reload({ system }: SharedSystem): Promise<void> {
  const services = Object.values(system.services)
  const states = () =>
    Promise.all(services.map(async ({ url }) => ((await (await fetch(`${url}/health/ready`)).json()) as Health).configuration))
  const [before] = await states()
  for (const { pid } of services) process.kill(pid, 'SIGHUP')
  const after = await eventually(states, (found) => found.every(({ hash, isRefused }) => hash !== before?.hash || isRefused))
  if (after.some(({ hash, isRefused }) => isRefused || hash !== after[0]?.hash))
    throw new Error(`The services do not work by the same new configuration: ${JSON.stringify(after)}`)
}

/** What a story needs that runs on any system. */
export type AnySystem = {
  system: Pick<System, 'gatewayUrl' | 'databaseUrls' | 'adminUrls'>
  client: RestClient
  dataDir: string
}

/**
 * The running system that `OMS_TEST_SYSTEM` names by the folder of its `run.json`, with the client
 * of OMS_CLIENT_ID; without it the shared one.
 */
export async function anySystem(): Promise<AnySystem> {
  const {
    OMS_TEST_SYSTEM: dataDir,
    OMS_CLIENT_ID: clientId = 'demo',
    OMS_CLIENT_SECRET: clientSecret = 'demo-secret',
  } = process.env
  if (dataDir === undefined) return sharedSystem()
  const { gatewayUrl, ...urls } = readRunFile(dataDir)
  const system = { gatewayUrl, databaseUrls: urls.databaseUrls, adminUrls: urls.adminUrls } as AnySystem['system']
  return { system, dataDir, client: await restClient(gatewayUrl, { clientId, clientSecret }) }
}
