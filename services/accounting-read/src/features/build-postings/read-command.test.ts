import t from 'tap'
import { readCommand, UsageError } from './read-command.ts'

const read = (text: string) => readCommand(text.split(' '))

t.test('a day, a range and a store are read', async (t) => {
  t.same(read('build --date 2026-01-31'), { from: '2026-01-31', to: '2026-01-31', storeId: null })
  t.same(read('build --date 2026-01-31 --to 2026-02-02 --store Oslo-01'), {
    from: '2026-01-31',
    to: '2026-02-02',
    storeId: 'Oslo-01',
  })
  t.same(read('--date=2026-01-31 build'), { from: '2026-01-31', to: '2026-01-31', storeId: null })
  t.equal(read('--help'), null)
})

t.test('what cannot be understood is said', async (t) => {
  const wrong: [string[], RegExp][] = [
    [[], /Say what to do/],
    [['verify-all'], /no command "verify-all"/],
    [['build', 'all'], /no command "build all"/],
    [['build'], /Which day/],
    [['build', '--date', '2026-02-29'], /--date must be a day.*"2026-02-29"/],
    [['build', '--date', '31.01.2026'], /--date must be a day/],
    [['build', '--date', '2026-01-31', '--to', 'tomorrow'], /--to must be a day/],
    [['build', '--date', '2026-01-31', '--to', '2026-01-30'], /lies before/],
    [['build', '--date', '2026-01-31', '--store', ''], /--store needs/],
    [['build', '--date', '2026-01-31', '--shop', 'x'], /--shop/],
    [['build', '--date'], /--date/],
  ]
  for (const [args, message] of wrong) {
    const said = t.throws(() => readCommand(args), { message }, args.join(' '))
    t.ok(said instanceof UsageError)
  }
})
