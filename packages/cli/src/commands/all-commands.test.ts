import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import t from 'tap'
import { createProgram } from '../program.ts'
import { allCommands, type CommandEntry, commandsFor } from './all-commands.ts'

const run = () => async () => undefined
const buildTestProgram = (commands: readonly CommandEntry[]) =>
  createProgram({ commands, run, streams: process }) as CommandUnknownOpts
const commandNames = (commands: readonly CommandEntry[]) => buildTestProgram(commands).commands.map((command) => command.name())

/** The help of the program and of every command below. */
const collectHelpTexts = (command: CommandUnknownOpts): string[] => [
  command.helpInformation(),
  ...command.commands.flatMap(collectHelpTexts),
]

t.test('given a command line that names a command, when commands are loaded, then only that one is', async (t) => {
  for (const name of commandNames(await allCommands())) {
    t.same(commandNames(await commandsFor([name, '--help'])), [name])
    t.same(commandNames(await commandsFor(['complete', '--', name, ''])), [name])
  }
})

t.test('given a command line that lists all names, when commands are loaded, then those of groups are not', async (t) => {
  const whole = buildTestProgram(await allCommands())
  for (const args of [
    [],
    ['help'],
    ['--help'],
    ['-h'],
    ['--version'],
    ['-V'],
    ['complete', '--', ''],
    ['complete', '--', 'order'],
  ]) {
    const program = buildTestProgram(await commandsFor(args))
    t.equal(program.helpInformation(), whole.helpInformation(), args.join(' '))
    t.same(
      program.commands.flatMap((command) => command.commands),
      [],
    )
  }
})

t.test('given a command line without a command, when commands are loaded, then all are', async (t) => {
  const all = collectHelpTexts(buildTestProgram(await allCommands()))
  for (const args of [
    ['nonsense'],
    ['constructor'],
    ['--profile', 'order', '--help'],
    ['help', 'order'],
    ['complete', '--', '--profile', 'order', ''],
  ])
    t.same(collectHelpTexts(buildTestProgram(await commandsFor(args))), all, args.join(' '))
})
