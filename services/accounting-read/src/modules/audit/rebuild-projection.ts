import type { PostingSource } from '@open-oms/contracts/accounting/posting'
import { type ReplayResult, replayStream } from '@open-oms/service-kit/consumers/replay-stream'
import type { Database } from '@open-oms/service-kit/database/database'
import { type RowOf, Sql, statement } from '@open-oms/service-kit/database/statement'
import type { Nats } from '@open-oms/service-kit/events/connect-nats'
import type { Consumer } from '@open-oms/service-kit/events/consumer'
import type { Log } from '@open-oms/service-kit/observability/log'
import type { Deps } from '../../deps.ts'
import { buildDay } from '../payments/build-day.ts'
import { correctionsOn, readLaterCorrections } from '../postings/correction-store.ts'
import { correctionLines, reversed, summed, toLineChange } from '../postings/domain/correction.ts'
import { readPostingLines } from '../postings/posting-line-store.ts'

type Queries = Pick<Database, 'query'>

const outcomeRow = {
  id: Sql.uuid,
  source: Sql.oneOf<PostingSource>(),
  storeId: Sql.text,
  currencyCode: Sql.text,
  postingDate: Sql.date,
  zReportId: Sql.nullable(Sql.text),
  postingHash: Sql.text,
}

/** A current posting with its store, currency and date, and its hash. */
type PostingOutcome = RowOf<typeof outcomeRow>

// SQL: it reads every posting there is, and so does a fraction of the work for each.
const findCurrentPostings = statement({
  name: 'posting-all-current',
  text: `select id, source, store_id as "storeId", currency_code as "currencyCode", posting_date as "postingDate",
      z_report_id as "zReportId", posting_hash as "postingHash"
    from posting where status <> 'Superseded' order by posting_date, store_id, currency_code, source, z_report_id`,
  parameters: [],
  row: outcomeRow,
})

/** Every posting that is not superseded, without its lines; the oldest first. */
async function currentPostings(database: Queries): Promise<PostingOutcome[]> {
  return await findCurrentPostings.on(database)
}

const findUntouched = statement({
  name: 'database-is-untouched',
  text: `select not exists (select from payment_transaction) and not exists (select from posting)
    and not exists (select from kit.event_position) as "isUntouched"`,
  parameters: [],
  row: { isUntouched: Sql.boolean },
})

/** Whether a database has neither payments nor postings nor a position in any stream. */
async function isUntouched(database: Queries): Promise<boolean> {
  const [row] = await findUntouched.on(database)
  return row?.isUntouched ?? false
}

export type Rebuild = {
  /** The running system's database; it is only read. */
  running: Pick<Database, 'query' | 'execute'>
  /** The service on the empty database. */
  rebuilt: Deps & { database: Database }
  nats: Nats
  log: Log
  /** What the service does with events; those of the ORDERS stream are replayed. */
  consumers: readonly Consumer[]
}

export type Rebuilt = {
  replays: ReplayResult[]
  postings: number
  /** Postings whose content differs, or that only one side has. */
  differences: PostingDifference[]
}

type PostingDifference = { posting: PostingKey; running: string | null; rebuilt: string | null }
type PostingKey = Omit<PostingOutcome, 'id' | 'postingHash'>

/**
 * Replays the ORDERS stream into an empty database, builds the days that the running system has
 * posted, and returns the postings whose hashes differ: the same events must give the same
 * postings. Nothing of the running system changes. Throws when the database is not empty.
 */
export async function rebuildProjection(rebuild: Rebuild): Promise<Rebuilt> {
  const { running, rebuilt, nats, log } = rebuild
  if (!(await isUntouched(rebuilt.database))) throw new Error('The database to rebuild into is not empty.')
  const replays: ReplayResult[] = []
  for (const consumer of rebuild.consumers.filter(({ stream }) => stream === 'ORDERS'))
    replays.push(await replayStream({ nats, database: rebuilt.database, log }, consumer))
  const wanted = await currentPostings(running)
  for (const posting of wanted) if (posting.source === 'WebFulfillment') await buildDay(rebuilt, posting)
  const pairs = pairOutcomes(wanted, await currentPostings(rebuilt.database))
  const differences: PostingDifference[] = []
  for (const pair of pairs) {
    const [one, other] = [pair.running?.postingHash ?? null, pair.rebuilt?.postingHash ?? null]
    if (one === other || (await differsByCorrections(pair, { running, rebuilt: rebuilt.database }))) continue
    differences.push({ posting: pair.posting, running: one, rebuilt: other })
  }
  return { replays, postings: wanted.length, differences }
}

type Pair = { posting: PostingKey; running: PostingOutcome | undefined; rebuilt: PostingOutcome | undefined }

function pairOutcomes(running: readonly PostingOutcome[], rebuilt: readonly PostingOutcome[]): Pair[] {
  const pairs = new Map<string, Pair>()
  for (const posting of running) pairs.set(pairKey(posting), { posting, running: posting, rebuilt: undefined })
  for (const posting of rebuilt) {
    const key = pairKey(posting)
    pairs.set(key, { posting, running: pairs.get(key)?.running, rebuilt: posting })
  }
  return [...pairs.values()]
}

type Databases = Record<'running' | 'rebuilt', Pick<Database, 'query' | 'execute'>>

/**
 * Whether two postings differ only by corrections of reconciled postings. The rebuilt database
 * knows of no reconciliation: every day there books its own changes. False for a day without
 * corrections.
 */
async function differsByCorrections({ running, rebuilt }: Pair, databases: Databases): Promise<boolean> {
  if (running === undefined) return false
  const ofThis = await readLaterCorrections(databases.running, running.id)
  const ofOthers = running.source === 'WebFulfillment' ? await correctionsOn(databases.running, running) : []
  if (ofThis.length + ofOthers.length === 0) return false
  const readLineChanges = async (database: Databases['running'], { id }: PostingOutcome) =>
    (await readPostingLines(database, id)).map(toLineChange)
  const foreign = correctionLines(ofOthers).lines.map(toLineChange)
  const expected = [...(await readLineChanges(databases.running, running)), ...ofThis, ...foreign.map(reversed)]
  const own = rebuilt === undefined ? [] : await readLineChanges(databases.rebuilt, rebuilt)
  return summed([...expected, ...own.map(reversed)]).length === 0
}

function pairKey(posting: PostingKey): string {
  const { source, storeId, currencyCode, postingDate, zReportId } = posting
  return JSON.stringify([source, storeId, currencyCode, postingDate, zReportId])
}

/** The text that the command prints about a rebuild: one line, and one for each difference. */
export function describeRebuilt({ replays, postings, differences }: Rebuilt): string {
  const sum = (of: (replayed: ReplayResult) => number) => replays.reduce((total, replayed) => total + of(replayed), 0)
  const events = Math.max(0, ...replays.map((replayed) => replayed.events))
  const lines = [`${events} events replayed, ${postings} postings compared, ${differences.length} differ.`]
  for (const { posting, running, rebuilt } of differences) {
    const { source, postingDate, storeId, currencyCode, zReportId } = posting
    const name = [postingDate, storeId, currencyCode, source, ...(zReportId === null ? [] : [zReportId])].join('  ')
    lines.push(`${name}\n  running: ${running ?? 'none'}\n  rebuilt: ${rebuilt ?? 'none'}`)
  }
  const unhandled = sum(({ deadLetters, parked }) => deadLetters + parked)
  if (unhandled > 0) lines.push(`${unhandled} events could not be handled.`)
  if (replays.some(({ hasExpired }) => hasExpired))
    lines.push('The stream no longer holds its oldest events: postings that need them differ.')
  return lines.join('\n')
}

/** Whether the same events gave the same postings. */
export function isSame({ replays, differences }: Rebuilt): boolean {
  return differences.length === 0 && replays.every(({ deadLetters, parked }) => deadLetters + parked === 0)
}
