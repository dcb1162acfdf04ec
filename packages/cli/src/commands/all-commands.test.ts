import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import t from 'tap'
import { createProgram } from '../program.ts'
import { allCommands, type CommandEntry, commandsFor } from './all-commands.ts'

const run = () => async () => undefined
const programOf = (commands: readonly CommandEntry[]) => createProgram({ commands, run, streams: process }) as CommandUnknownOpts
const namesOf = (commands: readonly CommandEntry[]) => programOf(commands).commands.map((command) => command.name())

/** The help of the program and of every command below. */
const helpsOf = (command: CommandUnknownOpts): string[] => [command.helpInformation(), ...command.commands.flatMap(helpsOf)]

t.test('given a command line that names a command, when its commands are loaded, then that is the one', async (t) => {
  for (const name of namesOf(await allCommands())) {
    t.same(namesOf(await commandsFor([name, '--help'])), [name])
    t.same(namesOf(await commandsFor(['complete', '--', name, ''])), [name])
  }
})

t.test('given a command line that shows all names, when its commands are loaded, then no group has its own', async (t) => {
  const whole = programOf(await allCommands())
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
    const program = programOf(await commandsFor(args))
    t.equal(program.helpInformation(), whole.helpInformation(), args.join(' '))
    t.same(
      program.commands.flatMap((command) => command.commands),
      [],
    )
  }
})

t.test('given a command line that names none, when its commands are loaded, then all are', async (t) => {
  const all = helpsOf(programOf(await allCommands()))
  for (const args of [
    ['nonsense'],
    ['constructor'],
    ['--profile', 'order', '--help'],
    ['help', 'order'],
    ['complete', '--', '--profile', 'order', ''],
  ])
    t.same(helpsOf(programOf(await commandsFor(args))), all, args.join(' '))
})
