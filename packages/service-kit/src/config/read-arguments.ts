import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'

/** The command line cannot be understood. */
export class UsageError extends Error {}

const help = { help: { type: 'boolean' } } as const

/**
 * Takes a command line apart into its words (`positionals`) and its options (`values`). `--help` is
 * always one of these; an option that is not named is refused. Throws UsageError.
 */
export function readArguments<const O extends ParseArgsOptionsConfig>(args: readonly string[], options: O) {
  try {
    return parseArgs({ args: [...args], options: { ...options, ...help }, allowPositionals: true, strict: true })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}
