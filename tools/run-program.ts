import { spawn } from 'node:child_process'
import { once } from 'node:events'

export type ProgramOptions = {
  /** Beside the environment of this process; with `--help` nobody asks for it, because help needs no system. */
  environment: () => NodeJS.ProcessEnv
  /** Ends the program. */
  signal?: AbortSignal
}

/**
 * Runs a program of a service as its own process and returns its exit code.
 */
export async function runProgram(
  file: string,
  args: readonly string[],
  { environment, signal }: ProgramOptions,
): Promise<number> {
  signal?.throwIfAborted()
  const found = args.includes('--help') ? {} : environment()
  // What is given counts, and not the other form of the same secret that this process is given.
  const otherForm = (name: string) => (name.endsWith('_FILE') ? name.slice(0, -'_FILE'.length) : `${name}_FILE`)
  const others = Object.fromEntries(Object.keys(found).map((name) => [otherForm(name), undefined]))
  const child = spawn(process.execPath, [...process.execArgv, file, ...args], {
    stdio: 'inherit',
    env: { ...process.env, ...others, ...found },
  })
  const end = () => child.kill()
  signal?.addEventListener('abort', end, { once: true })
  try {
    const [code] = await once(child, 'exit')
    return code ?? 1
  } finally {
    signal?.removeEventListener('abort', end)
  }
}
