import { spawn } from 'node:child_process'
import { once } from 'node:events'

/**
 * Runs a program of a service as its own process and returns its exit code. `environment` is what it is given beside the environment of
 * this one; with `--help` nobody asks for it, because help needs no system.
 */
export async function runProgram(file: string, args: readonly string[], environment: () => NodeJS.ProcessEnv): Promise<number> {
  const found = args.includes('--help') ? {} : environment()
  // What is given counts, and not a file that this process is given for it.
  const files = Object.fromEntries(Object.keys(found).map((name) => [`${name}_FILE`, undefined]))
  const child = spawn(process.execPath, [...process.execArgv, file, ...args], {
    stdio: 'inherit',
    env: { ...process.env, ...files, ...found },
  })
  const [code] = await once(child, 'exit')
  return code ?? 1
}
