import { errorText } from '../observability/error-text.ts'
import { UsageError } from './read-arguments.ts'

type Text = { write(text: string): unknown; isTTY?: boolean }

/**
 * Where a program of the command line reads its settings and writes to: its process, or what a test
 * gives.
 */
export type CommandSurroundings = { env: NodeJS.ProcessEnv; stdout: Text; stderr: Text }

/** A program of the command line: carries out a command, and returns its exit code. */
export type CommandProgram = (args: readonly string[], surroundings: CommandSurroundings) => Promise<number>

const WRONG_USAGE = 2

/**
 * What is said of a command that fails: its usage when it cannot be understood, and its exit code
 * when it cannot be carried out.
 */
export type FailureOptions = { usage: string; failureCode: number }

/**
 * Makes a program of `carryOut`: a failure is one message on standard error, with the usage and
 * exit code 2 for a UsageError.
 */
export function commandProgram(carryOut: CommandProgram, { usage, failureCode }: FailureOptions): CommandProgram {
  return async (args, surroundings) => {
    try {
      return await carryOut(args, surroundings)
    } catch (error) {
      const isUsage = error instanceof UsageError
      surroundings.stderr.write(isUsage ? `${error.message}\n\n${usage}\n` : `${withCause(error as Error)}\n`)
      return isUsage ? WRONG_USAGE : failureCode
    }
  }
}

function withCause({ message, cause }: Error): string {
  return cause instanceof Error && !message.includes(cause.message) ? `${message} ${errorText(cause)}` : message
}
