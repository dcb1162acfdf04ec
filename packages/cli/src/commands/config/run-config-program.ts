import { join } from 'node:path'
import { runProgram } from '@open-oms/system/run-program'
import type { Context } from '../../context.ts'
import type { ExitCode } from '../../exit-codes.ts'
import { requireCheckout } from '../../target/find-target.ts'

const programs = join(import.meta.dirname, '../../../../../services/orders-workflow/src/cli')

export type ConfigProgram = {
  name: 'check-configuration' | 'simulate-configuration'
  args: readonly string[]
  /** Beside the environment of the command. */
  environment: NodeJS.ProcessEnv
}

/**
 * Runs a program of orders-workflow, the only service that knows the workflow steps, in its
 * own process (ADR 73). Its output is the output of the command. Returns its exit code.
 */
export async function runConfigProgram({ name, args, environment }: ConfigProgram, context: Context): Promise<ExitCode> {
  requireCheckout()
  const { output, streams, signal, environment: inherited } = context
  const given = output.isJson ? [...args, '--json'] : args
  const options = { ...streams, inherited, environment: () => environment, signal }
  return (await runProgram(join(programs, `${name}.ts`), given, options)) as ExitCode
}
