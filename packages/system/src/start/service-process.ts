import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type ManagedProcess, type ProcessExit, startProcess } from '@open-oms/local-servers/managed-process'
import { StartError } from '@open-oms/local-servers/start-error'
import { type LogRecord, readLogRecord } from './log-record.ts'
import type { ServiceName } from './service-names.ts'

const errorLevel = 50

/**
 * Why a process ended, in its own words: its last logged error, else the last lines that it wrote.
 */
export function explainExit({ code, signal }: ProcessExit, lines: readonly string[]): string {
  const ending = signal ? `it was ended by ${signal}` : `it ended with exit code ${code}`
  const records = lines.map(readLogRecord)
  const error = records.findLast((record) => record !== null && record.level >= errorLevel)
  if (error) return recordMessage(error)
  const thrown = lines.filter((line, index) => records[index] === null && line.trim() !== '')
  const message = thrown.find((line) => /^(\w*Error|Error)(:| \[)/.test(line))
  if (message !== undefined) return message
  const last = thrown.length > 0 ? thrown : lines
  return last.length > 0 ? `${ending}.\n  ${last.slice(-15).join('\n  ')}` : `${ending} and wrote nothing.`
}

function recordMessage({ msg, err }: LogRecord): string {
  const reason = err?.message ?? ''
  if (!msg || msg === reason) return reason
  return reason === '' || msg.includes(reason) ? msg : `${msg}: ${reason}`
}

const readyTimeoutMs = 240_000
const linesKept = 40

export type ServicePlan = {
  name: ServiceName
  url: string
  servicesDir: string
  /** Whether it starts again when one of its sources changes. */
  isWatched: boolean
  environment: NodeJS.ProcessEnv
  onLine: (line: string) => void
  /** Called as soon as the process exists, long before it is ready. */
  onProcess: (process: ManagedProcess) => void
}

/** What the command line of a service's process has in it. */
export function serviceProgram(servicesDir: string, name: ServiceName): string {
  return join(servicesDir, name, 'src', 'server.ts')
}

/** Starts a service from its sources and waits until GET /health/ready returns 200. */
export async function startService(plan: ServicePlan): Promise<ManagedProcess> {
  const lines: string[] = []
  const service = await startProcess({
    name: plan.name,
    command: process.execPath,
    args: [
      '--conditions=development',
      // A small space for new objects, as in the image (ADR 160).
      '--max-semi-space-size=8',
      ...(plan.isWatched ? ['--watch', '--watch-preserve-output'] : []),
      serviceProgram(plan.servicesDir, plan.name),
    ],
    environment: plan.environment,
    stopSignal: 'SIGTERM',
    stopTimeoutMs: 30_000,
    orphanDelaySeconds: 0,
    onLine: (line) => {
      lines.push(line)
      if (lines.length > linesKept) lines.shift()
      plan.onLine(line)
    },
  })
  plan.onProcess(service)
  await waitUntilReady(plan, service, lines)
  return service
}

async function waitUntilReady(plan: ServicePlan, service: ManagedProcess, lines: readonly string[]): Promise<void> {
  const deadline = Date.now() + readyTimeoutMs
  let state = 'it did not respond'
  while (Date.now() < deadline) {
    if (!service.isRunning()) throw new StartError(reasonOfExit(plan.name, explainExit(await service.exited, lines)))
    state = await askReady(plan.url)
    if (state === 'ready') return
    await delay(100)
  }
  await service.stop()
  throw new StartError(`${plan.name} was not ready after ${readyTimeoutMs / 1000} s: ${state}`)
}

// What the services say about their own start names them already.
function reasonOfExit(name: string, reason: string): string {
  return / cannot start\. /.test(reason) ? reason : `${name} could not start: ${reason}`
}

async function askReady(url: string): Promise<string> {
  try {
    const response = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(2000) })
    const body = await response.text()
    return response.ok ? 'ready' : `${response.status} ${body}`
  } catch {
    return 'it did not respond'
  }
}
