import t from 'tap'
import { readArguments, UsageError } from './read-arguments.ts'

const options = { id: { type: 'string' }, all: { type: 'boolean' } } as const

t.test('given words and options in any order, when they are read, then both are found', async (t) => {
  const { values, positionals } = readArguments(['list', '--id=7', 'more', '--all'], options)
  t.same({ ...values }, { id: '7', all: true })
  t.same(positionals, ['list', 'more'])
  t.same({ ...readArguments([], options).values }, {})
})

t.test('given no declared options, when --help is read, then it is known', async (t) => {
  t.equal(readArguments(['--help'], {}).values.help, true)
})

t.test('given arguments that cannot be understood, when they are read, then it is a usage error', async (t) => {
  for (const args of [['--shop', 'x'], ['--id'], ['--all=x'], ['-i', '7']])
    t.ok(t.throws(() => readArguments(args, options)) instanceof UsageError, args.join(' '))
})
