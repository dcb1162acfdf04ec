import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** The program `oms`, for those that run it as a process of their own. */
export const omsProgram = join(import.meta.dirname, '..', 'packages', 'cli', 'src', 'oms.ts')

export type ProgramOptions = {
  /** Beside the environment of this process; with `--help` nobody asks for it, because help needs no system. */
  environment: () => NodeJS.ProcessEnv
  /** Ends the program. */
  signal?: AbortSignal
  /** Gets what it writes to standard output, instead of that of this process. */
  onOutput?: ((text: string) => void) | undefined
}

/**
 * Runs a program of a service as its own process and returns its exit code.
 */
export async function runProgram(
  file: string,
  args: readonly string[],
  { environment, signal, onOutput }: ProgramOptions,
): Promise<number> {
  signal?.throwIfAborted()
  const found = args.includes('--help') ? {} : environment()
  // What is given counts, and not the other form of the same secret that this process is given.
  const otherForm = (name: string) => (name.endsWith('_FILE') ? name.slice(0, -'_FILE'.length) : `${name}_FILE`)
  const others = Object.fromEntries(Object.keys(found).map((name) => [otherForm(name), undefined]))
  const child = spawn(process.execPath, [...process.execArgv, file, ...args], {
    stdio: ['inherit', onOutput === undefined ? 'inherit' : 'pipe', 'inherit'],
    env: { ...process.env, ...others, ...found },
  })
  child.stdout?.setEncoding('utf8').on('data', (text: string) => onOutput?.(text))
  const end = () => child.kill()
  signal?.addEventListener('abort', end, { once: true })
  try {
    const [code] = await once(child, 'close')
    return code ?? 1
  } finally {
    signal?.removeEventListener('abort', end)
  }
}
