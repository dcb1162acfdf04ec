import type { ParseArgsOptionsConfig } from 'node:util'
import { readArguments, UsageError } from '@open-oms/service-kit/config/read-arguments'

export type CommandLine<Options extends ParseArgsOptionsConfig> = {
  /** What `--help` prints. */
  usage: string
  options: Options
  /**
   * What is wrong with the words beside the options; null: nothing. By default there may be none.
   */
  checkArguments?: (words: readonly string[]) => string | null
}

/**
 * Exit code of a command line that cannot be understood, as `oms` has it
 * (docs/reference/command-line.md#exit-codes).
 */
const NOT_UNDERSTOOD = 2

const noWords = ([word]: readonly string[]) => (word === undefined ? null : `Unexpected argument '${word}'.`)

/**
 * The command line of this process as words (`positionals`) and options (`values`). With `--help`
 * the usage is printed and the process ends with 0. Where the command line cannot be understood, it
 * ends with 2 after saying why.
 */
export function commandLine<const Options extends ParseArgsOptionsConfig>({
  usage,
  options,
  checkArguments = noWords,
}: CommandLine<Options>) {
  const args = process.argv.slice(2)
  if (args.includes('--help')) {
    process.stdout.write(usage)
    process.exit(0)
  }
  try {
    const line = readArguments(args, options)
    const problem = checkArguments(line.positionals)
    if (problem !== null) throw new UsageError(problem)
    return line
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    process.stderr.write(`${error.message}\n\n${usage}`)
    process.exit(NOT_UNDERSTOOD)
  }
}
