import { spawn } from 'node:child_process'
import { once } from 'node:events'

export type ProgramOptions = {
  cwd?: string
  env?: NodeJS.ProcessEnv
  /** What the program reads. */
  input?: Uint8Array | string
  /** Shows the output while the program runs. */
  isShown?: boolean
}

/**
 * Runs a program to its end and returns what it wrote to standard output. Rejects with the end of
 * its output on a failure.
 */
export async function runProgram(command: readonly string[], options: ProgramOptions = {}): Promise<Buffer> {
  const [program, ...args] = command
  const child = spawn(program as string, args, {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    stdio: [options.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  })
  const output: Buffer[] = []
  const all: Buffer[] = []
  child.stdout?.on('data', (chunk: Buffer) => void output.push(chunk))
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      all.push(chunk)
      if (options.isShown) process.stdout.write(chunk)
    })
  }
  // A program that ends early stops reading; its exit code says why.
  child.stdin?.on('error', () => undefined)
  child.stdin?.end(options.input)
  const [code] = (await once(child, 'close')) as [number | null]
  if (code === 0) return Buffer.concat(output)
  throw new Error(`"${command.join(' ')}" ended with ${code}:\n${Buffer.concat(all).toString().slice(-4_000)}`)
}

/** The output of a program as text without the line break at its end. */
export async function programOutput(command: readonly string[], options: ProgramOptions = {}): Promise<string> {
  return (await runProgram(command, options)).toString().trim()
}
