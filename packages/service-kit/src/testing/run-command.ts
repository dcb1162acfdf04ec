import type { CommandProgram } from '../config/command-line.ts'

/** What a program of the command line left. */
export type Ran = { code: number; output: string; errors: string }

/** Runs a program of the command line in this process, with this environment alone. */
export async function runCommand(program: CommandProgram, args: readonly string[], env: NodeJS.ProcessEnv): Promise<Ran> {
  const [output, errors]: [string[], string[]] = [[], []]
  const surroundings = {
    env,
    stdout: { write: (text: string) => output.push(text) },
    stderr: { write: (text: string) => errors.push(text) },
  }
  const code = await program(args, surroundings)
  return { code, output: output.join(''), errors: errors.join('') }
}
