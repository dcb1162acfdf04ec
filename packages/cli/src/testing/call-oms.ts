import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What a call of `oms` left. */
export type Outcome = { code: number; stdout: string; stderr: string }

export type Call = {
  /** Added to an environment that names no system: no profile, no variable of `oms`. */
  environment?: NodeJS.ProcessEnv
  /** What is on standard input; nothing when absent. */
  input?: string
  cwd?: string
}

const program = join(import.meta.dirname, '..', 'oms.ts')

/** A folder of the user's configuration without anything in it. */
export function emptyHome(): string {
  return mkdtempSync(join(tmpdir(), 'oms-home-'))
}

/** The environment in which nothing is known of any system. `home` has the profiles. */
export function bareEnvironment(home: string): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(OMS_(?!NATS_SERVER)|TAP|NODE_V8_COVERAGE)/.test(name))
  // The folders of the platforms that env-paths knows are all below these.
  const folders = { HOME: home, XDG_CONFIG_HOME: join(home, '.config'), APPDATA: home, LOCALAPPDATA: home }
  return { ...Object.fromEntries(kept), ...folders, OMS_DATA_DIR: join(home, 'no-data') }
}

/** Runs the real program as a process, and waits for its end. */
export async function callOms(args: readonly string[], { environment = {}, input = '', cwd }: Call = {}): Promise<Outcome> {
  const child = spawn(process.execPath, ['--conditions=development', program, ...args], {
    env: { ...bareEnvironment(environment.HOME ?? emptyHome()), ...environment },
    cwd: cwd ?? process.cwd(),
  })
  const outcome: Outcome = { code: 0, stdout: '', stderr: '' }
  child.stdout.on('data', (chunk) => (outcome.stdout += chunk))
  child.stderr.on('data', (chunk) => (outcome.stderr += chunk))
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  const [code, signal] = await once(child, 'close')
  return { ...outcome, code: code ?? (signal === null ? 0 : 128) }
}
