import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { root } from './root.ts'

/** The program `oms`, for those that run it as a process of their own. */
export const omsProgram = join(root, 'packages', 'cli', 'src', 'oms.ts')

export type ProgramOptions = {
  /**
   * Beside what the program inherits; with `--help` nobody asks for it, because help needs no
   * system.
   */
  environment: () => NodeJS.ProcessEnv
  /** The environment of this process when absent. */
  inherited?: NodeJS.ProcessEnv
  /** Ends the program. */
  signal?: AbortSignal
  /** Get what it writes; those of this process when absent. */
  stdout?: NodeJS.WritableStream
  stderr?: NodeJS.WritableStream
}

/**
 * Runs a program of a service as its own process and returns its exit code.
 */
export async function runProgram(
  file: string,
  args: readonly string[],
  { environment, inherited = process.env, signal, stdout = process.stdout, stderr = process.stderr }: ProgramOptions,
): Promise<number> {
  signal?.throwIfAborted()
  const found = args.includes('--help') ? {} : environment()
  // What is given counts, and not the other form of the same secret that this process is given.
  const otherForm = (name: string) => (name.endsWith('_FILE') ? name.slice(0, -'_FILE'.length) : `${name}_FILE`)
  const others = Object.fromEntries(Object.keys(found).map((name) => [otherForm(name), undefined]))
  const child = spawn(process.execPath, [...process.execArgv, file, ...args], {
    // The streams of this process are inherited: the program sees whether they are a terminal.
    stdio: ['inherit', stdout === process.stdout ? 'inherit' : 'pipe', stderr === process.stderr ? 'inherit' : 'pipe'],
    env: { ...inherited, ...others, ...found },
  })
  child.stdout?.setEncoding('utf8').pipe(stdout, { end: false })
  child.stderr?.setEncoding('utf8').pipe(stderr, { end: false })
  const end = () => child.kill()
  signal?.addEventListener('abort', end, { once: true })
  try {
    const [code] = await once(child, 'close')
    return code ?? 1
  } finally {
    signal?.removeEventListener('abort', end)
  }
}
