import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { omsProgram } from '@open-oms/system/run-program'
import { runOms } from '../run-oms.ts'

/** What a call of `oms` left. */
export type Outcome = { code: number; stdout: string; stderr: string }

export type Call = {
  /** Added to an environment that names no system: no profile, no variable of `oms`. */
  environment?: NodeJS.ProcessEnv
  /** What is on standard input; nothing when absent. */
  input?: string
}

/** A folder of a user who has no profiles. */
export function emptyHome(): string {
  return mkdtempSync(join(tmpdir(), 'oms-home-'))
}

/** The environment in which nothing is known of any system. `home` has the profiles. */
export function bareEnvironment(home: string): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(OMS_(?!NATS_SERVER)|TAP|NODE_V8_COVERAGE)/.test(name))
  const own = { HOME: home, OMS_PROFILES_FILE: join(home, 'profiles.json'), OMS_DATA_DIR: join(home, 'no-data') }
  return { ...Object.fromEntries(kept), ...own }
}

/**
 * Runs one command line in this process: what a call costs is then the command, and not its
 * loading.
 */
export async function callOms(args: readonly string[], { environment = {}, input = '' }: Call = {}): Promise<Outcome> {
  const [stdout, stderr] = [textStream(), textStream()]
  const code = await runOms({
    args,
    environment: { ...bareEnvironment(environment.HOME ?? emptyHome()), ...environment },
    signal: new AbortController().signal,
    stdin: Readable.from([input]),
    stdout: stdout.stream,
    stderr: stderr.stream,
  })
  return { code, stdout: stdout.text(), stderr: stderr.text() }
}

/** Runs the real program as a process, and waits for its end. */
export async function callOmsProcess(args: readonly string[], { environment = {}, input = '' }: Call = {}): Promise<Outcome> {
  const child = spawn(process.execPath, ['--conditions=development', omsProgram, ...args], {
    env: { ...bareEnvironment(environment.HOME ?? emptyHome()), ...environment },
  })
  const outcome: Outcome = { code: 0, stdout: '', stderr: '' }
  child.stdout.on('data', (chunk) => (outcome.stdout += chunk))
  child.stderr.on('data', (chunk) => (outcome.stderr += chunk))
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  const [code, signal] = await once(child, 'close')
  return { ...outcome, code: code ?? (signal === null ? 0 : 128) }
}

/** A stream that is no terminal, and what was written to it. */
function textStream() {
  let written = ''
  const stream = new Writable({
    write(chunk, _encoding, done) {
      written += chunk
      done()
    },
  })
  return { stream, text: () => written }
}
