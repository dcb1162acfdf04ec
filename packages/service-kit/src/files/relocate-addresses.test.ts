import t from 'tap'
import { testDatabase } from '../testing/test-database.ts'
import { relocateAddresses } from './relocate-addresses.ts'
import { readBases } from './relocate-program.ts'

const version = `?v=${'ab'.repeat(32)}`
const path = `/assets/a/cup.png${version}`

t.test('given more rows than a batch, when addresses are relocated, then each row is read exactly once', async (t) => {
  const database = await testDatabase(t)
  await database.query({ text: 'create table thing (name text, number integer, document json, primary key (name, number))' })
  const document = `{"lines":[{"imageUrl":"https://old.example${path}"},{"url" : "https://other.example${path}"}]}`
  await database.query({
    text: `insert into thing select 'n' || n % 7, n, case when n % 2 = 0 then $1 else '{}' end::json from generate_series(1, 450) as n`,
    values: [document],
  })
  const columns = [{ table: 'thing', column: 'document', isDocument: true, key: ['name', 'number'] }]
  const relocate = () => relocateAddresses(database, columns, ['https://gone.example', 'https://old.example'])
  t.same(await relocate(), [{ table: 'thing', column: 'document', changed: 225 }])
  const rows = await database.query<{ stored: string; count: number }>({
    text: 'select document::text as stored, count(*)::integer as count from thing group by 1 order by 2',
  })
  t.same(rows, [
    { stored: '{}', count: 225 },
    { stored: document.replace('https://old.example', ''), count: 225 },
  ])
  t.same(await relocate(), [{ table: 'thing', column: 'document', changed: 0 }])
})

t.test('given the command line, when bases are read, then there is at least one and each is an HTTP address', async (t) => {
  t.same(readBases(['--from', 'https://a.example/', '--from', 'http://b.example/x']), ['https://a.example', 'http://b.example/x'])
  t.equal(readBases(['--help']), null)
  for (const args of [
    [],
    ['--from', 'a.example'],
    ['--from', 'ftp://a.example'],
    ['--to', 'https://a.example'],
    ['more', '--from', 'https://a'],
  ])
    t.throws(() => readBases(args), { name: 'Error' }, args.join(' '))
})
