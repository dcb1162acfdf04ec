import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setInterval } from 'node:timers'
import type { System } from '@open-oms/system/start/start-system'
import { residentMebibytes } from './resident-memory.ts'

const command = join(import.meta.dirname, '..', 'services', 'accounting-read', 'src', 'cli', 'command.ts')

/**
 * How long a command took, start-up included, how much memory it had at most, and what it printed.
 */
export type Ran = { seconds: number; mebibytes: number; text: string }

/**
 * Runs the program of `oms accounting …` against a system. A command that fails ends the
 * measurement.
 */
export async function runAccounting(system: System, args: readonly string[]): Promise<Ran> {
  const start = performance.now()
  const child = spawn(process.execPath, ['--conditions=development', command, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: system.databaseUrls['accounting-read'],
      NATS_URL: system.natsUrls['accounting-read'],
      OMS_CONFIG_DIR: join(import.meta.dirname, '..', 'config'),
    },
  })
  const ended = Promise.withResolvers<number | null>()
  child.once('error', ended.reject).once('exit', ended.resolve)
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (piece) => {
    text += piece
  })
  let mebibytes = 0
  const watch = setInterval(() => {
    // A process that has ended, but whose end is not reported yet, has no memory.
    if (child.exitCode === null) mebibytes = Math.max(mebibytes, residentMebibytes(child.pid, 'highest') || 0)
  }, 50)
  const code = await ended.promise.finally(() => clearInterval(watch))
  if (code !== 0) throw new Error(`accounting ${args.join(' ')} ended with code ${code}: ${text}`)
  return { seconds: (performance.now() - start) / 1000, mebibytes, text }
}
