import type { CommandUnknownOpts, Option } from '@commander-js/extra-typings'
import { allCommands } from '../commands/all-commands.ts'
import { addCompletion } from '../completion.ts'
import { exitCodeMeanings, exitCodes } from '../exit-codes.ts'
import { createProgram } from '../program.ts'

/** The reference of all commands as Markdown, made from their declarations. */
export async function commandTables(): Promise<string> {
  const run = () => async () => undefined
  const program = createProgram({ commands: await allCommands(), run, streams: process }) as CommandUnknownOpts
  addCompletion(program, process.env)
  const sections = visible(program).map((command) => section(command))
  return [`### Options of every command\n\n${optionList(program)}`, ...sections].join('\n\n')
}

/** The table of exit codes. */
export function exitCodeTable(): string {
  const names = Object.keys(exitCodes) as (keyof typeof exitCodes)[]
  const rows = names.map((name) => `| ${exitCodes[name]} | ${exitCodeMeanings[name]} |`)
  return ['| Code | Meaning |', '|---|---|', ...rows].join('\n')
}

function visible(command: CommandUnknownOpts): readonly CommandUnknownOpts[] {
  return command
    .createHelp()
    .visibleCommands(command)
    .filter((child) => child.name() !== 'help')
}

function section(command: CommandUnknownOpts): string {
  const parts = leaves(command).map(describe)
  const summary = visible(command).length > 0 ? [`${command.description()}.`] : []
  return [`### oms ${command.name()}`, ...summary, ...parts].join('\n\n')
}

/** The commands that do something, below a group or itself. */
function leaves(command: CommandUnknownOpts): CommandUnknownOpts[] {
  const children = visible(command)
  return children.length === 0 ? [command] : children.flatMap(leaves)
}

function describe(command: CommandUnknownOpts): string {
  const words = command.registeredArguments.map((argument) => {
    const word = `${argument.name()}${argument.variadic ? '...' : ''}`
    return argument.required ? `<${word}>` : `[${word}]`
  })
  const head = `\`${[commandPath(command), ...words].join(' ')}\`: ${command.description()}.`
  const rest = optionList(command)
  return rest === '' ? head : `${head}\n\n${rest}`
}

function commandPath(command: CommandUnknownOpts): string {
  return command.parent === null ? command.name() : `${commandPath(command.parent)} ${command.name()}`
}

function optionList(command: CommandUnknownOpts): string {
  return command.options
    .filter(({ hidden }) => !hidden)
    .map(describeOption)
    .join('\n')
}

function describeOption({ flags, description, argChoices, mandatory, defaultValue }: Option): string {
  const choices = argChoices === undefined ? '' : ` (${argChoices.join(', ')})`
  const isShown = defaultValue !== undefined && typeof defaultValue !== 'boolean'
  const standard = isShown ? ` (${defaultValue} without it)` : ''
  return `- \`${flags}\`${mandatory ? ', needed' : ''}: ${description}${choices}${standard}`
}
