import type { System } from '@open-oms/system/start/start-system'
import pg from 'pg'
import type { Figure } from '../figures.ts'
import { creditAccounts, debitAccounts, ledgerDay, ledgerPostingId, ledgerStores } from '../samples/many-ledger-lines.ts'
import { p95, type Session, send } from '../session.ts'

const TIMES = 60
const SEARCH_MS_MAX = 60
const POSTING_MS_MAX = 15

type SearchCase = {
  name: string
  /** The search request of a turn. */
  request(turn: number): Record<string, unknown>
  /** What the bare SQL of the same page asks for. */
  where: string
  values(turn: number): unknown[]
  valueMax?: number
}

const accounts = [...debitAccounts, ...creditAccounts]
const at = <T>(list: readonly T[], turn: number) => list[turn % list.length] as T
/** A period that begins on another day each turn. */
const from = (turn: number) => ledgerDay(turn * 37).toISOString()
const to = (turn: number, days: number) => new Date(ledgerDay(turn * 37).getTime() + (days - 1) * 86_400_000).toISOString()
const period = (turn: number, days: number) => ({ postingDateFrom: from(turn), postingDateTo: to(turn, days) })
const inPeriod = 'posting_date between $1::date and $2::date'

const measured: readonly SearchCase[] = [
  {
    name: 'lines of a day, an account and a store',
    request: (turn) => ({ ...period(turn, 1), accountNumber: at(accounts, turn), storeId: at(ledgerStores, turn) }),
    where: `${inPeriod} and account_number = $3 and store_id = $4`,
    values: (turn) => [from(turn), to(turn, 1), at(accounts, turn), at(ledgerStores, turn)],
    valueMax: SEARCH_MS_MAX,
  },
  {
    name: 'lines of a month, an account and a store',
    request: (turn) => ({ ...period(turn, 31), accountNumber: at(accounts, turn), storeId: at(ledgerStores, turn) }),
    where: `${inPeriod} and account_number = $3 and store_id = $4`,
    values: (turn) => [from(turn), to(turn, 31), at(accounts, turn), at(ledgerStores, turn)],
    valueMax: SEARCH_MS_MAX,
  },
  {
    name: 'lines of a year, an account and a store',
    request: (turn) => ({ ...period(turn, 365), accountNumber: at(accounts, turn), storeId: at(ledgerStores, turn) }),
    where: `${inPeriod} and account_number = $3 and store_id = $4`,
    values: (turn) => [from(turn), to(turn, 365), at(accounts, turn), at(ledgerStores, turn)],
    valueMax: SEARCH_MS_MAX,
  },
  {
    name: 'lines of a month and an account',
    request: (turn) => ({ ...period(turn, 31), accountNumber: at(accounts, turn) }),
    where: `${inPeriod} and account_number = $3`,
    values: (turn) => [from(turn), to(turn, 31), at(accounts, turn)],
    valueMax: SEARCH_MS_MAX,
  },
  {
    name: 'lines of a month and a store',
    request: (turn) => ({ ...period(turn, 31), storeId: at(ledgerStores, turn) }),
    where: `${inPeriod} and store_id = $3`,
    values: (turn) => [from(turn), to(turn, 31), at(ledgerStores, turn)],
    valueMax: SEARCH_MS_MAX,
  },
  {
    name: 'lines of a month',
    request: (turn) => period(turn, 31),
    where: inPeriod,
    values: (turn) => [from(turn), to(turn, 31)],
    valueMax: SEARCH_MS_MAX,
  },
  // Reported without a target: the total is exact, so every match is counted.
  {
    name: 'lines of an account and a store',
    request: (turn) => ({ accountNumber: at(accounts, turn), storeId: at(ledgerStores, turn) }),
    where: 'account_number = $1 and store_id = $2',
    values: (turn) => [at(accounts, turn), at(ledgerStores, turn)],
  },
  {
    name: 'lines of an account',
    request: (turn) => ({ accountNumber: at(accounts, turn) }),
    where: 'account_number = $1',
    values: (turn) => [at(accounts, turn)],
  },
  { name: 'all lines', request: () => ({}), where: 'true', values: () => [] },
  {
    name: 'lines of a posting',
    request: (turn) => ({ postingId: ledgerPostingId(turn * 997) }),
    where: 'posting_id = $1',
    values: (turn) => [ledgerPostingId(turn * 997)],
    valueMax: POSTING_MS_MAX,
  },
]

/**
 * Times of searches over the ledger, each beside the time of the bare SQL of its page; all p95, one
 * request after the other.
 */
export async function ledgerSearchFigures(system: System, session: Session): Promise<Figure[]> {
  const client = new pg.Client({ connectionString: system.adminUrls['accounting-read'] })
  await client.connect()
  const figures: Figure[] = []
  try {
    for (const { name, request, where, values, valueMax } of measured) {
      const text = `select * from ledger_line where ${where} order by posting_date, posting_id, line_sequence limit 200`
      const baseline = await p95(TIMES, (turn) => client.query(text, values(turn)))
      const product = await p95(TIMES, (turn) => search(session, request(turn)))
      figures.push({ name: `${name}, p95`, baseline, product, unit: 'ms', ...(valueMax === undefined ? {} : { valueMax }) })
    }
    const bare = 'select * from ledger_line where posting_id = $1 order by line_sequence'
    const baseline = await p95(TIMES, (turn) => client.query(bare, [ledgerPostingId(turn * 991)]))
    const product = await p95(TIMES, (turn) =>
      send(session, 'GET', `/api/Accounting/Postings/${ledgerPostingId(turn * 991)}/Lines`),
    )
    return [...figures, { name: 'GET Postings/{id}/Lines, p95', baseline, product, unit: 'ms', valueMax: POSTING_MS_MAX }]
  } finally {
    await client.end()
  }
}

async function search(session: Session, request: Record<string, unknown>): Promise<void> {
  const { result } = JSON.parse(await send(session, 'POST', '/api/Accounting/LedgerLines/Search', request))
  if (result.length === 0) throw new Error(`${JSON.stringify(request)} finds nothing, which measures nothing.`)
}
