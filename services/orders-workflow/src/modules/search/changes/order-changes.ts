import type { ChangeKind, OrderChange } from '@open-oms/contracts/orders/search/changes'
import type { Database } from '@open-oms/service-kit/database/database'
import { type RowOf, Sql, statement } from '@open-oms/service-kit/database/statement'
import type { InTransaction } from '@open-oms/service-kit/database/transaction'
import { takeSharedLock } from '../../../order/store/advisory-lock.ts'
import { changeCursor } from './change-cursor.ts'

/** Number of changes that get their positions in one transaction. */
const BATCH = 1_000

const assignPlaces = statement({
  name: 'order-change-positions',
  text: `with
  -- the oldest changes that have no position yet
  taken as (
    delete from order_change_pending where id in (select id from order_change_pending order by id limit ${BATCH})
    returning id, order_id, version_id, kind, occurred, store_id, order_type
  ),
  -- the same with the next positions
  placed as (
    insert into order_change (position, order_id, version_id, kind, occurred, store_id, order_type)
    select coalesce((select max(position) from order_change), 0) + row_number() over (order by id),
      order_id, version_id, kind, occurred, store_id, order_type
    from taken returning position
  )
  select count(*) as count from placed`,
  parameters: [],
  row: { count: Sql.bigint },
})

/**
 * Assigns the next positions to committed changes. Returns how many got one. Lock, positions and
 * COMMIT travel together: nobody waits for a process that stands still.
 */
function assignBatch({ inTransaction }: Pick<ChangesDeps, 'inTransaction'>): Promise<number> {
  return inTransaction(async (tx) => {
    takeSharedLock(tx, 'order changes')
    const [row] = await assignPlaces.on({ query: (statement) => tx.commitWith(statement) })
    return row?.count ?? 0
  })
}

export type ChangesDeps = { inTransaction: InTransaction } & Pick<Database, 'query'>

/**
 * Assigns positions to all changes without one; ends early at the signal. Returns how many.
 */
export async function assignPositions(deps: Pick<ChangesDeps, 'inTransaction'>, signal?: AbortSignal): Promise<number> {
  for (let placed = 0; ; ) {
    const count = await assignBatch(deps)
    placed += count
    if (count < BATCH || signal?.aborted) return placed
  }
}

export type ChangesFilter = {
  /** Changes of orders of these stores only; null means all. */
  storeIds: readonly string[] | null
  /** Changes of orders of these types only; null means all. */
  orderTypes: readonly string[] | null
}

export type ChangesRequest = ChangesFilter & {
  /** The cursor of an earlier page; absent or empty for the beginning of the feed. */
  after?: string | undefined
  take: number
}

export type ChangesPage = { result: OrderChange[]; next: string }

export type ChangeRow = { [Name in keyof Omit<PageRow, 'last' | 'is_waiting'>]: NonNullable<PageRow[Name]> }

/** The first changes behind a position, and the end of the feed when they were read. */
export type ChangeRows = { rows: ChangeRow[]; last: number }

/** Longer than any backlog but that of the first start after an update. */
const ROUNDS_MAX = 20

/**
 * The changes after a cursor, oldest first (search.md#change-feed, ADR 17). Raises
 * `ValidationFailed` for a cursor that was never handed out.
 */
export async function readOrderChanges(deps: ChangesDeps, request: ChangesRequest): Promise<ChangesPage> {
  const { after: cursor, ...rest } = request
  const after = cursor ? changeCursor.parse(cursor) : 0
  const { rows, last } = await readChangeRows(deps, { ...rest, after })
  if (after > last) throw changeCursor.refusal()
  return { result: rows.map(toOrderChange), next: changeCursor.format(rows.at(-1)?.position ?? after) }
}

/**
 * The changes behind a position, oldest first. Committed changes without a position get one first,
 * so that a page has every write whose response was sent before.
 */
export async function readChangeRows(deps: ChangesDeps, request: RowsRequest): Promise<ChangeRows> {
  let page = await readPage(deps, request)
  // A batch that is not full has all that was committed before. Later writes are for a later page:
  // with enough writers there are always some.
  for (let rounds = 0, placed = BATCH; placed === BATCH && rounds < ROUNDS_MAX; rounds++) {
    if (page.rows.length >= request.take || !page.isWaiting) break
    placed = await assignBatch(deps)
    page = await readPage(deps, request)
  }
  return page
}

/** A change as clients get it. */
export function toOrderChange({ order_id, version_id, kind, occurred }: ChangeRow): OrderChange {
  return { orderId: order_id, versionId: version_id, kind, occurred: occurred.toISOString() }
}

const columns = 'position, order_id, version_id, kind, occurred, store_id, order_type'
const ofPage = 'where position > $1 order by position limit $2'

/**
 * The first changes overall are among the first of each wanted store, type, or both, which an index
 * by `position + 0` returns.
 */
const pageOfEach = (wanted: string, condition: string) => `select ${columns}
  from ${wanted} cross join lateral (
    select ${columns} from order_change where ${condition} and position + 0 > $1 order by position + 0 limit $2
  ) as change ${ofPage}`

const ofStore = 'store_id = store.wanted'
const ofType = 'order_type = type.wanted'

/**
 * The page, with the end of the feed and whether changes wait for a position; one row without a
 * position when the page is empty.
 */
const changesPageStatement = (page: string) => ({
  text: `select f.last, f.is_waiting, p.* from (
      select coalesce((select max(position) from order_change), 0) as last, exists (select from order_change_pending) as is_waiting
    ) as f left join (${page}) as p on true order by p.position`,
  row: {
    last: Sql.bigint,
    is_waiting: Sql.boolean,
    position: Sql.nullable(Sql.bigint),
    order_id: Sql.nullable(Sql.text),
    version_id: Sql.nullable(Sql.uuid),
    kind: Sql.nullable(Sql.oneOf<ChangeKind>()),
    occurred: Sql.nullable(Sql.timestamptz),
    store_id: Sql.nullable(Sql.text),
    order_type: Sql.nullable(Sql.text),
  },
})

const pageOfAll = statement({
  name: 'order-changes-all',
  ...changesPageStatement(`select ${columns} from order_change ${ofPage}`),
  parameters: [Sql.bigint, Sql.bigint],
})
const pageOfStores = statement({
  name: 'order-changes-of-stores',
  ...changesPageStatement(pageOfEach('unnest($3::text[]) as store (wanted)', ofStore)),
  parameters: [Sql.bigint, Sql.bigint, Sql.list(Sql.text)],
})
const pageOfTypes = statement({
  name: 'order-changes-of-types',
  ...changesPageStatement(pageOfEach('unnest($3::text[]) as type (wanted)', ofType)),
  parameters: [Sql.bigint, Sql.bigint, Sql.list(Sql.text)],
})
const pageOfBoth = statement({
  name: 'order-changes-of-both',
  ...changesPageStatement(
    pageOfEach('unnest($3::text[]) as store (wanted) cross join unnest($4::text[]) as type (wanted)', `${ofStore} and ${ofType}`),
  ),
  parameters: [Sql.bigint, Sql.bigint, Sql.list(Sql.text), Sql.list(Sql.text)],
})

type PageRow = RowOf<typeof pageOfAll.row>
type Page = ChangeRows & { isWaiting: boolean }
type RowsRequest = ChangesFilter & { after: number; take: number }

function findPage(database: Pick<ChangesDeps, 'query'>, request: RowsRequest): Promise<PageRow[]> {
  const { after, take, storeIds, orderTypes } = request
  const [stores, types] = [[...new Set(storeIds)], [...new Set(orderTypes)]]
  if (storeIds !== null && orderTypes !== null) return pageOfBoth.on(database, after, take, stores, types)
  if (storeIds !== null) return pageOfStores.on(database, after, take, stores)
  if (orderTypes !== null) return pageOfTypes.on(database, after, take, types)
  return pageOfAll.on(database, after, take)
}

async function readPage(database: Pick<ChangesDeps, 'query'>, request: RowsRequest): Promise<Page> {
  const rows = await findPage(database, request)
  const [{ last, is_waiting }] = rows as [PageRow]
  return { rows: rows.filter((row): row is PageRow & ChangeRow => row.position !== null), last, isWaiting: is_waiting }
}
