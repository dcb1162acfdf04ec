import t from 'tap'
import { createProgram } from '../program.ts'
import { allCommands, type CommandEntry, commandsFor } from './all-commands.ts'

const run = () => async () => undefined
const namesOf = (commands: readonly CommandEntry[]) =>
  createProgram({ commands, run, streams: process }).commands.map((command) => command.name())

t.test('given a command line that names a command, when its commands are loaded, then that is the one', async (t) => {
  for (const name of namesOf(await allCommands())) {
    t.same(namesOf(await commandsFor([name, '--help'])), [name])
    t.same(namesOf(await commandsFor(['complete', '--', name, ''])), [name])
  }
})

t.test('given a command line that names none, when its commands are loaded, then all are', async (t) => {
  const all = namesOf(await allCommands())
  for (const args of [
    [],
    ['--help'],
    ['nonsense'],
    ['constructor'],
    ['--profile', 'order', '--help'],
    ['complete', '--', 'order'],
  ])
    t.same(namesOf(await commandsFor(args)), all, args.join(' '))
})
