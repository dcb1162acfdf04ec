import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RestClient, restClient } from '@oms/tools/rest-client'
import { type System, startSystem } from '@oms/tools/start/start-system'
import type { SystemOptions } from '@oms/tools/start/system-options'
import type { Test } from 'tap'
import { type Call, callOms, emptyHome, type Outcome } from './call-oms.ts'

/** A system that runs, and `oms` beside it. */
export type StartedSystem = {
  system: System
  dataDir: string
  /** The gateway as the demo client sees it. */
  client: RestClient
  /** Runs `oms` on this machine, where it finds the system automatically. */
  oms(args: readonly string[], call?: Call): Promise<Outcome>
  /** Runs `oms` as on another machine: it knows the address of the gateway and a client. */
  remotely(args: readonly string[], call?: Call): Promise<Outcome>
}

const demo = { clientId: 'demo', clientSecret: 'demo-secret' }

/** Starts the whole system with real processes in a folder of its own; it is gone when the test ends. */
export async function startedSystem(
  t: Test,
  options: Partial<Pick<SystemOptions, 'configDir' | 'environment'>> = {},
): Promise<StartedSystem> {
  const dataDir = await mkdtemp(join(tmpdir(), 'oms-cli-'))
  const system = await startSystem({ ...options, dataDir, environment: { LOG_LEVEL: 'error', ...options.environment } })
  t.teardown(async () => {
    await system.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  const home = emptyHome()
  const remote = { OMS_GATEWAY_URL: system.gatewayUrl, OMS_CLIENT_ID: demo.clientId, OMS_CLIENT_SECRET: demo.clientSecret }
  const run =
    (own: NodeJS.ProcessEnv) =>
    (args: readonly string[], call: Call = {}) =>
      callOms(args, { ...call, environment: { HOME: home, ...own, ...call.environment } })
  return {
    system,
    dataDir,
    client: await restClient(system.gatewayUrl, demo),
    oms: run({ OMS_DATA_DIR: dataDir }),
    remotely: run(remote),
  }
}
