import { Command, CommanderError, type CommandUnknownOpts } from '@commander-js/extra-typings'
import type { Run } from './command.ts'
import { CommandFailure } from './command-failure.ts'
import { commandsFor } from './commands/all-commands.ts'
import { addCompletion } from './completion.ts'
import { createContext } from './context.ts'
import { type ExitCode, exitCodes } from './exit-codes.ts'
import { createOutput, type Output, type Streams } from './output/output.ts'
import { createProgram, type GlobalOptions } from './program.ts'

export type Invocation = { args: readonly string[]; environment: NodeJS.ProcessEnv; signal: AbortSignal } & Streams

/**
 * Runs one command line, and returns with what the process is to end
 * (docs/reference/command-line.md).
 */
export async function runOms({ args, environment, signal, ...streams }: Invocation): Promise<ExitCode> {
  let exitCode: ExitCode = exitCodes.Done
  let output = createOutput(streams, args.includes('--json'))
  const run = (options: GlobalOptions): Run => {
    output = createOutput(streams, options.json === true)
    return async (work) => {
      exitCode = (await work(createContext({ output, streams, environment, signal }, options))) ?? exitCodes.Done
    }
  }
  const commands = await commandsFor(args)
  const program = createProgram({ commands, run, streams }) as CommandUnknownOpts
  addHelp(program)
  addCompletion(program, environment)
  try {
    await program.parseAsync(args, { from: 'user' })
    return exitCode
  } catch (error) {
    return explain(error, signal, output)
  }
}

/** Says why the command has failed, on standard error, and returns the exit code. */
function explain(error: unknown, signal: AbortSignal, output: Output): ExitCode {
  // The parser has said what is wrong, or has printed the help that was asked for.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.Done : exitCodes.WrongUsage
  const failure = signal.aborted || isPromptClosed(error) ? interrupted() : asFailure(error)
  const { message, code, remedy, traceId } = failure
  if (output.isJson) output.note(JSON.stringify({ error: { code, message, remedy, traceId, exitCode: failure.exitCode } }))
  else output.note([message, ...(remedy === null ? [] : [remedy]), ...reference(failure)].join('\n'))
  return failure.exitCode
}

function reference({ code, traceId }: CommandFailure): string[] {
  return traceId === null ? [] : [`(${code}, trace id ${traceId})`]
}

function interrupted(): CommandFailure {
  return new CommandFailure('It was interrupted.', { exitCode: exitCodes.Interrupted, code: 'Interrupted' })
}

/** Ctrl-C at a question: the terminal sends no signal then. */
function isPromptClosed(error: unknown): boolean {
  return error instanceof Error && error.name === 'ExitPromptError'
}

/**
 * Errors that someone has written for people have a message that says enough; a mistake of the
 * program has a stack.
 */
const forPeople = new Set(['Error', 'StartError'])

function asFailure(error: unknown): CommandFailure {
  if (error instanceof CommandFailure) return error
  if (!(error instanceof Error)) return new CommandFailure(String(error), { code: 'InternalError' })
  if (forPeople.has(error.name)) return new CommandFailure(withCauses(error), { cause: error })
  return new CommandFailure(error.stack ?? error.message, { code: 'InternalError', cause: error })
}

function withCauses({ message, cause }: Error): string {
  return cause instanceof Error && !message.includes(cause.message) ? `${message}: ${withCauses(cause)}` : message
}

/**
 * Adds `oms help order why`. The library's own command for it leaves out what is behind the first
 * word, and shows the help of everything for a word that names no command.
 */
function addHelp(program: CommandUnknownOpts): void {
  const help = new Command('help')
    .description('display help for command')
    .argument('[command...]')
    .action((words) => {
      let described = program
      for (const word of words) {
        const found = described.commands.find((command) => command.name() === word)
        if (found === undefined) program.error(`error: unknown command '${words.join(' ')}'`)
        described = found
      }
      described.help()
    })
  program.helpCommand(false).addCommand(help.copyInheritedSettings(program))
}
