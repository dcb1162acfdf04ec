import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { omsProgram } from '@open-oms/system/run-program'
import { type SystemUnderTest, systemUnderTest } from './system-under-test.ts'

type Teardown = { teardown(end: () => Promise<void>): unknown }

/** A connector as a program beside the system, which can be killed and started again. */
export type ConnectorProgram = {
  start(): Promise<void>
  /** `kill -9`: nothing is cleaned up. */
  kill(): Promise<void>
}

export const connectorSecret = 'a secret of the connector'
const root = join(import.meta.dirname, '..')

/** The program of a connector package of this repository, started. */
export async function connectorProgram(
  t: Teardown,
  name: string,
  environment: Record<string, string>,
): Promise<ConnectorProgram> {
  const server = join(root, 'packages', 'connectors', name, 'src', 'server.ts')
  let child: ChildProcess | undefined
  const kill = async () => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  const start = async () => {
    const env = { PATH: process.env.PATH, CONNECTOR_SECRET: connectorSecret, ...environment }
    child = spawn(process.execPath, ['--conditions=development', server], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    const ended = once(child, 'exit').then(([code]) => {
      throw new Error(`The connector ${name} ended with ${code}.`)
    })
    await Promise.race([once(child.stdout as NodeJS.ReadableStream, 'data'), ended])
    ended.catch(() => undefined)
  }
  t.teardown(kill)
  await start()
  return { start, kill }
}

/** A payment method of the sample tenant that goes through a connector at an address. */
export type ConnectorRoute = { method: string; url: string }

/** A system whose payments go through connectors, with short pauses in place of minutes. */
export async function systemWithConnectors(t: Teardown, routes: readonly ConnectorRoute[]): Promise<SystemUnderTest> {
  const configDir = await mkdtemp(join(tmpdir(), 'oms-connectors-'))
  t.teardown(() => rm(configDir, { recursive: true, force: true }))
  await cp(join(root, 'config'), configDir, { recursive: true })
  // biome-ignore lint/suspicious/noExplicitAny: the files of a tenant, of which few fields change.
  const change = async (name: string, edit: (content: any) => void) => {
    const content = JSON.parse(await readFile(join(configDir, name), 'utf8'))
    edit(content)
    await writeFile(join(configDir, name), JSON.stringify(content))
  }
  const called = { kind: 'payment', type: 'http', secretVariable: 'TEST_CONNECTOR_SECRET' }
  const times = { timeoutMs: 3_000, retries: 0, breakerOpenMs: 500 }
  await change('connectors.json', ({ connectors }) =>
    connectors.push(...routes.map(({ method, url }) => ({ id: method, name: method, url, ...called, ...times }))),
  )
  await change('payment-methods.json', ({ paymentMethods }) => {
    for (const one of paymentMethods) if (routes.some(({ method }) => method === one.name)) one.connector = one.name
  })
  await change('order-types.json', ({ orderTypes }) => {
    for (const { orderStatuses } of orderTypes)
      for (const { workflowSteps = [] } of orderStatuses)
        for (const step of workflowSteps) if (step.name === 'CapturePayments') step.retries = 0
  })
  await change('settings.json', (settings) => {
    settings.workflow = { ...settings.workflow, retryPauseFirstMs: 500, retryPauseMaxMs: 1_000 }
  })
  return await systemUnderTest(t, { configDir, environment: { TEST_CONNECTOR_SECRET: connectorSecret } })
}

/** What `oms connector check` prints, and with what it ends. */
export async function checkConnector(url: string, ...args: readonly string[]): Promise<{ code: number; report: string }> {
  const all = ['--conditions=development', omsProgram, 'connector', 'check', url, '--secret-variable', 'CHECKED_SECRET', ...args]
  const env = { ...process.env, CHECKED_SECRET: connectorSecret }
  const child = spawn(process.execPath, all, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const [report, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  return { code, report }
}
