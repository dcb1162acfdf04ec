import { join } from 'node:path'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import { diffMigrations } from '@open-oms/service-kit/testing/schema/diff-migrations'
import { type TestDatabase, testDatabase, testServerUrl } from '@open-oms/service-kit/testing/test-database'
import t from 'tap'

type Line = {
  sequence?: number
  debit: number
  credit: number
  postingDate?: string
  source?: string
  storeId?: string
  currency?: string
  company?: string
}

let ids = 0

type Header = { lineCount: number; total: number; storeId?: string; chainNumber?: number }

async function insertPosting(tx: Transaction, fields: Header): Promise<string> {
  const id = `00000000-0000-7000-8000-${String(++ids).padStart(12, '0')}`
  await tx.query({
    text: `insert into posting (id, source, store_id, register_ids, order_ids, posting_date, currency_code, created_at, status,
        total_debit, total_credit, imbalance, auto_balanced, line_count, warnings, posting_hash, chain_number, previous_chain_value,
        chain_value, event_sequence)
      values ($1, 'WebFulfillment', $2, '{}', '{}', '2026-01-15', 'NOK', now(), 'Posted', $3, $3, 0, false, $4, '{}', 'h', $5, '', 'c', 1)`,
    values: [id, fields.storeId ?? `store-${ids}`, fields.total, fields.lineCount, fields.chainNumber ?? ids],
  })
  return id
}

/** Writes a line with the columns of its header, except those of `line`. */
async function insertLine(tx: Transaction, postingId: string, line: Line & { sequence: number }): Promise<void> {
  const { sequence, debit, credit, ...other } = line
  await tx.query({
    text: `insert into ledger_line (posting_id, line_sequence, posting_date, source, posting_store_id, store_id, account_number,
        account_name, category, debit, credit, currency_code, accounting_company_code, dimensions)
      select $1, $2, coalesce($5::date, posting_date), coalesce($6, source), coalesce($7, store_id), 's', '1', 'n', 'Sales', $3, $4,
        coalesce($8, currency_code), coalesce($9, accounting_company_code), '{}'
      from posting where id = $1`,
    values: [postingId, sequence, debit, credit, other.postingDate, other.source, other.storeId, other.currency, other.company],
  })
}

/** Writes a posting without the rules of the domain. */
async function write(database: TestDatabase, header: Header, lines: readonly Line[]): Promise<string> {
  return await database.inTransaction(async (tx) => {
    const id = await insertPosting(tx, header)
    for (const [index, line] of lines.entries()) await insertLine(tx, id, { sequence: index + 1, ...line })
    return id
  })
}

const balanced = [
  { debit: 10, credit: 0 },
  { debit: 0, credit: 10 },
]

t.test('given a posting that does not balance or lacks lines, when it is committed, then the database refuses', async (t) => {
  const database = await testDatabase(t, 'accounting-read')
  await t.resolves(write(database, { lineCount: 2, total: 10 }, balanced))
  const wrong: [string, { lineCount: number; total: number }, Line[], RegExp][] = [
    [
      'one side short',
      { lineCount: 2, total: 10 },
      [
        { debit: 10, credit: 0 },
        { debit: 0, credit: 9.9999 },
      ],
      /does not balance/,
    ],
    ['a line missing', { lineCount: 3, total: 10 }, balanced, /has 2 lines of 10.0000 in all/],
    ['a line too many', { lineCount: 1, total: 10 }, balanced, /complete and takes no further line/],
    ['another total', { lineCount: 2, total: 11 }, balanced, /its header says 2 of 11/],
    ['no lines at all', { lineCount: 0, total: 5 }, [], /has 0 lines/],
    ['both sides', { lineCount: 1, total: 5 }, [{ debit: 5, credit: 5 }], /ledger_line_side_check/],
    ['neither side', { lineCount: 1, total: 0 }, [{ debit: 0, credit: 0 }], /ledger_line_side_check/],
    ['a negative side', { lineCount: 1, total: 5 }, [{ debit: -5, credit: 0 }], /ledger_line_side_check/],
  ]
  for (const [what, header, lines, message] of wrong) await t.rejects(write(database, header, lines), { message }, what)
})

t.test('given lines that differ from their header, when they are committed, then the database refuses', async (t) => {
  const database = await testDatabase(t, 'accounting-read')
  const message = /another date, source, store, company or currency, or not numbered from 1/
  const others = [
    { postingDate: '2026-01-16' },
    { source: 'PosZReport' },
    { storeId: 'x' },
    { currency: 'SEK' },
    { company: 'SE01' },
  ]
  for (const other of [...others, { sequence: 0 }, { sequence: 3 }]) {
    const lines = balanced.map((line, index) => (index === 1 ? { ...line, ...other } : line))
    await t.rejects(write(database, { lineCount: 2, total: 10 }, lines), { message }, JSON.stringify(other))
  }
})

t.test('given a chain, when a number is repeated or its end is set back, then the database refuses', async (t) => {
  const { owner: database } = await testDatabase(t, 'accounting-read')
  await write(database, { lineCount: 2, total: 10, chainNumber: 7_000 }, balanced)
  await t.rejects(write(database, { lineCount: 2, total: 10, chainNumber: 7_000 }, balanced), { message: /chain_number_key/ })
  await database.query({ text: `insert into company_chain (company_code, chain_number, chain_value) values ('NO01', 7, 'x')` })
  for (const text of [
    `update company_chain set chain_value = 'y'`,
    'update company_chain set chain_number = 9',
    'update company_chain set chain_number = 6',
    `update company_chain set company_code = 'SE01'`,
    'delete from company_chain',
    'truncate company_chain',
  ]) {
    await t.rejects(database.query({ text }), { message: /one posting at a time|final/ }, text)
  }
  await t.resolves(database.query({ text: `update company_chain set chain_number = 8, chain_value = 'y'` }))
})

t.test('given a written posting, when lines are added, then the database refuses, even if they balance', async (t) => {
  const database = await testDatabase(t, 'accounting-read')
  const id = await write(database, { lineCount: 2, total: 10 }, balanced)
  const add = database.inTransaction(async (tx) => {
    await insertLine(tx, id, { debit: 1, credit: 0, sequence: 3 })
    await insertLine(tx, id, { debit: 0, credit: 1, sequence: 4 })
  })
  await t.rejects(add, { message: /complete and takes no further line/ })
})

t.test(
  'given a current posting, when another one for its store, currency and day is written, then the database refuses',
  async (t) => {
    const database = await testDatabase(t, 'accounting-read')
    await write(database, { lineCount: 2, total: 10, storeId: 'Oslo-01' }, balanced)
    await t.rejects(write(database, { lineCount: 2, total: 10, storeId: 'Oslo-01' }, balanced), {
      message: /posting_web_fulfillment_idx/,
    })
  },
)

t.test('given a posting, when it or its lines are changed or deleted, then the database refuses', async (t) => {
  const { owner: database } = await testDatabase(t, 'accounting-read')
  await write(database, { lineCount: 2, total: 10 }, balanced)
  for (const text of [
    `update ledger_line set account_number = '2'`,
    'delete from ledger_line',
    'truncate ledger_line',
    'delete from posting',
    'truncate posting cascade',
    `update posting set posting_hash = 'x'`,
    'update posting set total_debit = 11, total_credit = 11',
    `update posting set status = 'Exported', event_sequence = event_sequence + 1, order_ids = '{x}'`,
    `update posting set external_reference = 'V-1'`,
  ]) {
    await t.rejects(database.query({ text }), { message: /final|cannot move/ }, text)
  }
})

t.test('given any status, when it is changed, then the database allows only the transitions of the table', async (t) => {
  const database = await testDatabase(t, 'accounting-read')
  const moves = [
    'Posted>Exported',
    'Exported>Reconciled',
    'Posted>Rejected',
    'Exported>Rejected',
    'Posted>Superseded',
    'Exported>Superseded',
    'Rejected>Superseded',
  ]
  const ways: Record<string, string[]> = {
    Posted: [],
    Exported: ['Exported'],
    Reconciled: ['Exported', 'Reconciled'],
    Rejected: ['Rejected'],
    Superseded: ['Superseded'],
  }
  const move = (id: string, status: string) =>
    database.query({
      text: 'update posting set status = $2, event_sequence = event_sequence + 1 where id = $1',
      values: [id, status],
    })
  for (const [from, way] of Object.entries(ways)) {
    for (const to of Object.keys(ways)) {
      const id = await write(database, { lineCount: 2, total: 10 }, balanced)
      for (const status of way) await move(id, status)
      if (moves.includes(`${from}>${to}`)) await t.resolves(move(id, to), `${from} to ${to}`)
      else await t.rejects(move(id, to), { message: /cannot move/ }, `${from} to ${to}`)
    }
  }
})

t.test('given a new posting, when it has a later status or its columns, then the database refuses', async (t) => {
  const database = await testDatabase(t, 'accounting-read')
  const id = await write(database, { lineCount: 2, total: 10 }, balanced)
  const born = [
    { status: 'Reconciled' },
    { status: 'Superseded' },
    { event_sequence: 2 },
    { external_reference: 'V-1' },
    { exported_at: '2026-01-16' },
    { rejection_reason: 'no' },
    { superseded_at: '2026-01-16' },
  ]
  for (const fields of born) {
    const text = `insert into posting select (jsonb_populate_record(posting, $2::jsonb)).* from posting where id = $1`
    const values = [id, JSON.stringify({ id: '00000000-0000-7000-8000-00000000ffff', ...fields })]
    await t.rejects(database.query({ text, values }), { message: /must begin as Posted/ }, JSON.stringify(fields))
  }
})

t.test('given the columns of a status, when they change without it, then the database refuses', async (t) => {
  const database = await testDatabase(t, 'accounting-read')
  const id = await write(database, { lineCount: 2, total: 10 }, balanced)
  const update = (assignments: string) =>
    database.query({ text: `update posting set ${assignments} where id = $1`, values: [id] })
  const next = 'event_sequence = event_sequence + 1'
  await t.rejects(update(`status = 'Exported', rejection_reason = 'no', ${next}`), { message: /final but for its state/ })
  await t.rejects(update(`status = 'Exported'`), { message: /final but for its state/ }, 'each move has its event')
  await t.resolves(update(`status = 'Exported', external_reference = 'V-1', exported_at = now(), ${next}`))
  await t.rejects(update(`status = 'Reconciled', external_reference = 'V-2', ${next}`), { message: /final but for its state/ })
})

t.test('given the migrations, when they are compared with schema.prisma, then they agree', async (t) => {
  const prisma = join(import.meta.dirname, '../../../prisma')
  const serverUrl = await testServerUrl()
  const request = {
    schema: 'public',
    migrationsFolder: join(prisma, 'migrations'),
    schemaPath: join(prisma, 'schema.prisma'),
    serverUrl,
  } as const
  t.equal(await diffMigrations(request), '')
})
