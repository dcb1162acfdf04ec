import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings'
import { build, describeBuild } from '@open-oms/contracts/version'
import type { CommandGroup, Run } from './command.ts'
import type { CommandEntry } from './commands/all-commands.ts'
import type { Streams } from './output/output.ts'

/** What may be given with every command. */
export type GlobalOptions = { json?: true; profile?: string; gateway?: string }

export type ProgramParts = {
  commands: readonly CommandEntry[]
  run: (options: GlobalOptions) => Run
  streams: Pick<Streams, 'stdout' | 'stderr'>
}

/** The command line: its commands with their options and help. Nothing runs before it is parsed. */
export function createProgram({ commands, run, streams: { stdout, stderr } }: ProgramParts) {
  const program = new Command('oms')
    .description('Operates an order management system: here, or a remote one by its gateway.')
    .version(describeBuild(build))
    .option('--json', 'write the result as JSON to standard output, and everything else to standard error')
    .option('--profile <name>', 'the system to use, see `oms profile`; "local" is the one that `npm start` runs here')
    .option('--gateway <url>', 'the system to use by its address')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ writeOut: (text) => void stdout.write(text), writeErr: (text) => void stderr.write(text) })
    .showHelpAfterError('Add --help for the usage.')
    // Errors of the command line are thrown, so that one place decides how the process ends.
    .exitOverride()
  const runCommand: Run = (work) => run(program.opts())(work)
  for (const entry of commands) {
    program.addCommand(typeof entry === 'function' ? entry(runCommand) : group(entry, runCommand))
  }
  inheritSettings(program as CommandUnknownOpts)
  return program
}

function group({ name, summary, commands }: CommandGroup, run: Run): CommandUnknownOpts {
  const command = new Command(name).description(summary)
  for (const declare of commands) command.addCommand(declare(run))
  return command
}

/** Commands that are made on their own do not have the settings of the program. */
function inheritSettings(command: CommandUnknownOpts): void {
  for (const child of command.commands) {
    child.copyInheritedSettings(command)
    inheritSettings(child)
  }
}
