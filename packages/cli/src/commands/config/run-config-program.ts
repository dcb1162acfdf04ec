import { join } from 'node:path'
import { runProgram } from '@oms/tools/run-program'
import type { Context } from '../../context.ts'
import type { ExitCode } from '../../exit-codes.ts'

const programs = join(import.meta.dirname, '../../../../../services/orders-workflow/src/cli')

/**
 * Runs a program of orders-workflow, which alone knows the steps of the workflow, as its own process (ADR 73). What it
 * writes is the output of the command. Returns its exit code.
 */
export async function runConfigProgram(
  name: string,
  args: readonly string[],
  { output, signal, environment }: Context & { environment: NodeJS.ProcessEnv },
): Promise<ExitCode> {
  const given = output.isJson ? [...args, '--json'] : args
  return (await runProgram(join(programs, `${name}.ts`), given, { environment: () => environment, signal })) as ExitCode
}
