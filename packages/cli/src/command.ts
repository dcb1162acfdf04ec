import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import type { Context } from './context.ts'
import type { ExitCode } from './exit-codes.ts'

/**
 * What a command does. It returns an exit code, `Done` when nothing; it raises `CommandFailure`
 * when it cannot continue.
 */
export type Work = (context: Context) => Promise<ExitCode> | Promise<void>

/** Does the work of the command that was called. */
export type Run = (work: Work) => Promise<void>

/**
 * Declares a command: `new Command('why')` with its description, arguments and options, whose
 * action passes its work to `run`. Its help, the completion and the reference are made from the
 * declaration.
 */
export type DeclareCommand = (run: Run) => CommandUnknownOpts

/** Commands about one subject: `oms order why`. */
export type CommandGroup = { name: string; summary: string; commands: readonly DeclareCommand[] }
