import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RestClient, restClient } from '@open-oms/system/rest-client'
import { type System, startSystem } from '@open-oms/system/start/start-system'
import tap from 'tap'
import { callOms, emptyHome, type Outcome } from './call-oms.ts'
import { type CardProvider, cardProvider, tenantWithProvider } from './card-provider.ts'

type Call = (args: readonly string[], environment?: NodeJS.ProcessEnv) => Promise<Outcome>

/** A system that runs, and `oms` beside it. */
export type StartedSystem = {
  system: System
  dataDir: string
  /** The gateway as the demo client sees it. */
  client: RestClient
  /** What its processes have logged so far, warnings and errors. */
  logged: readonly string[]
  /**
   * The payment provider of its cards, in this process; it accepts unless its `declines` is true.
   */
  provider: CardProvider
  /** Runs `oms` on this machine, where it finds the system. */
  oms: Call
  /** Runs `oms` as on another machine: it knows the address of the gateway and a client. */
  remotely: Call
}

const demo = { clientId: 'demo', clientSecret: 'demo-secret' }

let started: Promise<StartedSystem> | undefined

/**
 * The whole system with real processes in a folder of its own: one for all test files of this
 * process, because its start costs more than what they do with it. What a file stops of it, it
 * starts again. It stops with the process.
 */
export function startedSystem(): Promise<StartedSystem> {
  started ??= start()
  return started
}

async function start(): Promise<StartedSystem> {
  const provider = await cardProvider(tap)
  const configDir = await tenantWithProvider(tap, provider.url)
  const dataDir = await mkdtemp(join(tmpdir(), 'oms-cli-'))
  const logged: string[] = []
  const system = await startSystem({
    dataDir,
    configDir,
    environment: { LOG_LEVEL: 'warn' },
    onMessage: (message) => {
      if (message.kind === 'log') logged.push(message.line)
    },
  })
  tap.teardown(async () => {
    await system.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  const home = emptyHome()
  const remote = { OMS_GATEWAY_URL: system.gatewayUrl, OMS_CLIENT_ID: demo.clientId, OMS_CLIENT_SECRET: demo.clientSecret }
  const client = await restClient(system.gatewayUrl, demo)
  const calls =
    (own: NodeJS.ProcessEnv): Call =>
    (args, given) =>
      callOms(args, { environment: { HOME: home, ...own, ...given } })
  const oms = calls({ OMS_DATA_DIR: dataDir, OMS_PROFILE: 'local' })
  return { system, dataDir, client, logged, provider, oms, remotely: calls(remote) }
}
