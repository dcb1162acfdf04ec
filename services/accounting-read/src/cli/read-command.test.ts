import { UsageError } from '@open-oms/service-kit/config/read-arguments'
import t from 'tap'
import { readCommand } from './read-command.ts'

const read = (text: string) => readCommand(text.split(' '))

t.test('given a day, a range or a store, when arguments are read, then the command has them', async (t) => {
  const range = (text: string) => {
    const command = read(text)
    return command.kind === 'build' ? command.range : null
  }
  t.same(range('build --date 2026-01-31'), { from: '2026-01-31', to: '2026-01-31', storeId: null })
  t.same(range('build --date 2026-01-31 --to 2026-02-02 --store Oslo-01'), {
    from: '2026-01-31',
    to: '2026-02-02',
    storeId: 'Oslo-01',
  })
  t.same(range('--date=2026-01-31 build'), { from: '2026-01-31', to: '2026-01-31', storeId: null })
  t.same(read('--help'), { kind: 'help' })
  t.same(read('verify'), { kind: 'verify' })
  t.same(read('rebuild-projection --into postgres://x/y'), { kind: 'rebuild', into: 'postgres://x/y' })
  const file = 'export --format sie4i --company SE01 --from 2026-01-01 --to 2026-01-31 --output x.si'
  t.match(read(file), { kind: 'export', request: { format: 'sie4i', companyCode: 'SE01', to: '2026-01-31', storeId: null } })
})

t.test('given wrong arguments, when they are read, then the error names them', async (t) => {
  const wrong: [string[], RegExp][] = [
    [[], /Say what to do/],
    [['verify-all'], /no command "verify-all"/],
    [['build', 'all'], /no command "build all"/],
    [['verify', '--date', '2026-01-31'], /no options/],
    [['rebuild-projection'], /Into which database/],
    [['rebuild-projection', '--into', 'x', '--date', '2026-01-31'], /--into only/],
    [['build', '--date', '2026-01-31', '--into', 'x'], /no --into/],
    [['build'], /Which day/],
    [['build', '--date', '2026-02-29'], /--date must be a day.*"2026-02-29"/],
    [['build', '--date', '31.01.2026'], /--date must be a day/],
    [['build', '--date', '2026-01-31', '--to', 'tomorrow'], /--to must be a day/],
    [['build', '--date', '2026-01-31', '--to', '2026-01-30'], /is before/],
    [['build', '--date', '2026-01-31', '--store', ''], /--store needs/],
    [['build', '--date', '2026-01-31', '--shop', 'x'], /--shop/],
    [['build', '--date'], /--date/],
    [['build', '--date', '2026-01-31', '--format', 'saft'], /no --format/],
    [['export', '--format', 'sie5'], /sie4i\|datev/],
    [['export', '--format', 'saft'], /--company is missing/],
    [['export', '--format', 'saft', '--date', '2026-01-31'], /no --date/],
  ]
  for (const [args, message] of wrong) {
    const said = t.throws(() => readCommand(args), { message }, args.join(' '))
    t.ok(said instanceof UsageError)
  }
})
