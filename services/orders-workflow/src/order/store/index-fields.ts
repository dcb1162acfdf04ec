import type { CustomField } from '@open-oms/contracts/config/custom-fields'
import { Sql, statement } from '@open-oms/service-kit/database/statement'
import { searchableFields } from '../rules/fields/declared-fields.ts'
import { toFieldRows } from '../rules/search/field-row.ts'
import { tryLock } from './advisory-lock.ts'
import { fieldsDelete, fieldsUpsert } from './field-statements.ts'
import { BATCH, type IndexDeps, inBatches, toIndexRecord } from './index-orders.ts'
import { recordList } from './order-statements.ts'
import { searchRecordTypes, termUpdate } from './search-statements.ts'
import { orderColumn } from './stored-document.ts'

const readIndexed = statement({
  name: 'searchable-fields',
  text: 'select key, type from searchable_field',
  parameters: [],
  row: { key: Sql.text, type: Sql.text },
})

const findWithKeys = statement({
  name: 'orders-find-with-properties',
  text: `select o.id, case when o.document::text like any($2::text[]) then o.document end as document, o.version_number
  from "order" as o where o.id > $1 order by o.id limit ${BATCH} for update of o`,
  parameters: [Sql.text, Sql.list(Sql.text)],
  row: { id: Sql.text, document: Sql.nullable(orderColumn), version_number: Sql.integer },
})

const writeFields = statement({
  name: 'orders-index-fields',
  text: `with
  -- the values of the orders
  written as (
    select * from json_to_recordset($1::json) as w (order_id text, version_number integer, fields json, ${recordList(searchRecordTypes)})
  ),
  -- their rows
  fielded as (${fieldsUpsert('true')}),
  -- rows of values that are no longer there
  unfielded as (${fieldsDelete('true')}),
  -- their search texts
  termed as (${termUpdate('true')})
  select order_id from written`,
  parameters: [Sql.json],
  row: { order_id: Sql.text },
})

const dropValues = statement({
  name: 'order-fields-drop',
  text: `delete from order_field where ctid = any(array(select ctid from order_field where key = any($1) limit ${BATCH})) returning key`,
  parameters: [Sql.list(Sql.text)],
  row: { key: Sql.text },
})

const forgetIndexed = statement({
  name: 'searchable-fields-forget',
  text: 'delete from searchable_field where key = any($1)',
  parameters: [Sql.list(Sql.text)],
  row: {},
})

const noteIndexed = statement({
  name: 'searchable-fields-note',
  text: `insert into searchable_field (key, type) select f.key, f.type from json_to_recordset($1::json) as f (key text, type text)
    on conflict (key) do update set type = excluded.type`,
  parameters: [Sql.json],
  row: {},
})

/**
 * Makes the values of orders that were there before findable by the fields that the configuration
 * declares as searchable now (search.md#searchable-fields), in small batches; writes do the same
 * for their orders at once. Returns true when all are; false when the signal aborted it, or another
 * process is doing it.
 */
export async function indexDeclaredFields(deps: IndexDeps, signal: AbortSignal): Promise<boolean> {
  const fields = searchableFields(deps.config())
  const indexed = await deps.inTransaction((tx) => readIndexed.on(tx))
  const isAsIndexed = (field: CustomField) => indexed.some(({ key, type }) => key === field.key && type === field.type)
  const gone = indexed.filter(({ key }) => !fields.some((field) => field.key === key)).map(({ key }) => key)
  const news = fields.filter((field) => !isAsIndexed(field))
  if (gone.length > 0 && !(await dropFields(deps, gone, signal))) return false
  if (news.length === 0) return true
  if (!(await indexAll(deps, news, signal))) return false
  await deps.inTransaction((tx) => noteIndexed.on(tx, JSON.stringify(news.map(({ key, type }) => ({ key, type })))))
  deps.log.info({ fields: news.map(({ key }) => key) }, 'all orders are found by these fields')
  return true
}

async function dropFields({ inTransaction }: IndexDeps, keys: string[], signal: AbortSignal): Promise<boolean> {
  while (!signal.aborted) {
    const dropped = await inTransaction(async (tx) => ((await tryLock(tx, 'order index')) ? await dropValues.on(tx, keys) : null))
    if (dropped === null) return false
    if (dropped.length > 0) continue
    await inTransaction((tx) => forgetIndexed.on(tx, keys))
    return true
  }
  return false
}

function indexAll(deps: IndexDeps, news: readonly CustomField[], signal: AbortSignal): Promise<boolean> {
  const config = deps.config()
  const fields = searchableFields(config)
  // Keys are letters, digits, dots, dashes and underscores, of which the pattern knows the last.
  const patterns = news.map(({ key }) => `%"${key.replaceAll('_', '\\_')}"%`)
  return inBatches(deps, signal, async (tx, last) => {
    const found = await findWithKeys.on(tx, last, patterns)
    const records = found.flatMap(({ document: order, version_number: versionNumber }) =>
      order === null ? [] : [{ ...toIndexRecord({ order, versionNumber }, config), fields: toFieldRows(order, fields) }],
    )
    if (records.length > 0) await writeFields.on(tx, JSON.stringify(records))
    return found
  })
}
