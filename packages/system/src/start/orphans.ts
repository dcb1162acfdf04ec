import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { StartError } from '@open-oms/local-servers/start-error'
import { writeWhole } from './stored-values.ts'

/**
 * A started process, and a part of its command line that distinguishes it from another one with the
 * same id.
 */
export type KnownProcess = { pid: number; mark: string; stopSignal: NodeJS.Signals }

const drainMs = 3000
const stopTimeoutMs = 30_000

/**
 * Notes the processes of this start that run, for the next one to look for
 * (configuration.md#running-instance).
 */
export function noteProcesses(dataDir: string, processes: readonly KnownProcess[]): void {
  if (processes.length === 0) rmSync(noteFile(dataDir), { force: true })
  else writeWhole(noteFile(dataDir), JSON.stringify(processes))
}

/** Ends what a start that was killed left behind; their number. */
export async function stopOrphans(dataDir: string): Promise<number> {
  const orphans = readNote(dataDir).filter(isRunning)
  for (const { pid, stopSignal } of orphans) signal(pid, stopSignal)
  await untilEnded(orphans, drainMs)
  // PostgreSQL is given its time: what it does not write now, it has to recover when it starts.
  for (const { pid, stopSignal } of orphans.filter(isRunning)) if (stopSignal !== 'SIGINT') signal(pid, 'SIGKILL')
  await untilEnded(orphans, stopTimeoutMs)
  const left = orphans.filter(isRunning)
  if (left.length > 0) throw new StartError(`Processes of an earlier start do not end: ${left.map(({ pid }) => pid).join(', ')}.`)
  rmSync(noteFile(dataDir), { force: true })
  return orphans.length
}

async function untilEnded(processes: readonly KnownProcess[], timeoutMs: number): Promise<void> {
  for (const deadline = Date.now() + timeoutMs; processes.some(isRunning) && Date.now() < deadline; ) await delay(25)
}

function noteFile(dataDir: string): string {
  return join(dataDir, 'processes.json')
}

/** The processes that were noted last. */
export function readNote(dataDir: string): KnownProcess[] {
  if (!existsSync(noteFile(dataDir))) return []
  try {
    return JSON.parse(readFileSync(noteFile(dataDir), 'utf8'))
  } catch {
    // Versions before did not write it whole; what such a start has left behind ends on its own.
    return []
  }
}

/**
 * Whether the process runs (one that has ended but was not yet collected by its parent does not).
 */
export function isRunning({ pid, mark }: KnownProcess): boolean {
  return commandLine(pid).includes(mark)
}

function commandLine(pid: number): string {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    return execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  } catch {
    return ''
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended in the meantime.
  }
}
