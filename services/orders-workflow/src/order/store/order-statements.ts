import { expectsOne } from '@open-oms/service-kit/database/expects-one'
import { Sql, statement } from '@open-oms/service-kit/database/statement'
import { outboxInserts } from '@open-oms/service-kit/events/outbox'
import { runsInsert } from '../../runs/run-statements.ts'
import { customerRecordTypes, customersUpsert } from './customer-statements.ts'
import { fieldsDelete, fieldsUpsert } from './field-statements.ts'
import { returnsDelete, returnsUpsert } from './return-statements.ts'
import {
  countInsert,
  countMove,
  searchInsert,
  searchRecordTypes,
  searchUpdate,
  termInsert,
  termUpdate,
} from './search-statements.ts'
import { orderColumn } from './stored-document.ts'

/** The fields of an order in the first parameter of a write, made by `orderRecord`. */
export const recordTypes = {
  order_id: 'text',
  version_number: 'integer',
  version_id: 'uuid',
  sequence_before: 'bigint',
  event_sequence: 'bigint',
  previous_status: 'text',
  kind: 'text',
  created_by: 'text',
  proven_by: 'text',
  operation: 'text',
  written_at: 'timestamptz',
  changed_fields: 'text[]',
  document_at: 'integer',
  document_bytes: 'integer',
  quantities: 'bigint[]',
  published_allocations: 'json',
  returns: 'json',
  fields: 'json',
  ...searchRecordTypes,
  ...customerRecordTypes,
} as const

export function recordList(types: Record<string, string>): string {
  return Object.entries(types)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ')
}

/**
 * What writes have in common, for one order and for many: $1 the records of the orders as a JSON
 * list, $2 their documents one behind the other as bytes, which need no escaping, $3 the events of
 * all, $4 the runs that begin.
 */
const written = `-- the records of the orders
  written as materialized (
    select w.* from json_to_recordset($1::json) as w (${recordList(recordTypes)}) where ${expectsOne('w.sequence_before')}
  )`

/** The document of record `w`: not a column of `written`, which would copy it for each reader. */
const writtenDocument = `convert_from(substring($2::bytea from w.document_at for w.document_bytes), 'UTF8')::json`

const writeParameters = [Sql.json, Sql.bytes, Sql.json, Sql.json] as const

/** The allocations of order `o`, which the former version wrote to another column. */
const publishedAllocations = 'coalesce(o.published_allocations, o.told_payments)'

/** A write is guarded as a whole: CTE `saved` has every order, or none. */
const isSaved = 'exists (select from saved)'

/** The order has the content of its current version (ADR 55). */
const versionInsert = `insert into order_version (order_id, version_number, version_id, created, created_by, proven_by, operation, changed_fields)
    select order_id, version_number, version_id, written_at, created_by, proven_by, operation, changed_fields from written where ${isSaved}`

/**
 * The version before gets the content that the order had when the statement began, which is the one
 * before the write.
 */
const versionSupersede = `update order_version as v set document = o.document from written as w join "order" as o on o.id = w.order_id
    where v.order_id = w.order_id and v.version_number = w.version_number - 1 and v.document is null and ${isSaved}`

const changeInsert = `insert into order_change_pending (order_id, version_id, kind, occurred, store_id, order_type)
    select order_id, version_id, kind, written_at, store_id, order_type from written where ${isSaved}`

const accompanying = `-- the new versions, whose content is that of the order
  versioned as (${versionInsert}),
  -- the rows of return forms
  returned as (${returnsUpsert(isSaved)}),
  -- the values of searchable fields
  fielded as (${fieldsUpsert(isSaved)}),
  -- the customers
  listed as (${customersUpsert(isSaved)}),
  -- the changes, for the feed of changes
  noted as (${changeInsert}),
  ${outboxInserts(3, 'saved')},
  ${runsInsert(4, 'saved')}`

/**
 * New orders with their first versions, events and runs. None is written when an id was purged and
 * its events ended elsewhere than the record says; a taken id breaks the constraint `order_pkey`.
 * Returns a row for each order.
 */
export const insertVersions = statement({
  name: 'orders-insert',
  text: `with
  ${written},
  -- the orders: all, or none when an id was purged at another event
  saved as (
    insert into "order" (id, store_id, version_number, version_id, event_sequence, is_deleted, quantities, published_allocations, document)
    select order_id, store_id, version_number, version_id, event_sequence, is_deleted, quantities, published_allocations, ${writtenDocument}
    from written as w
    where not exists (
      select from purged_order as p join written as w on w.order_id = p.order_id where p.event_sequence <> w.sequence_before
    ) returning id
  ),
  -- the rows that searches read
  searched as (${searchInsert(isSaved)}),
  -- their search texts
  termed as (${termInsert(isSaved)}),
  -- their part of the counts of facets
  counted as (${countInsert('written', isSaved)}),
  ${accompanying}
  select require_event_sequence(order_id, sequence_before) from written where (select count(*) from saved) > 0`,
  parameters: writeParameters,
  row: { require_event_sequence: Sql.nothing },
})

/**
 * Changed orders with their new versions, events and runs, each if it is still at the version
 * before and at the event sequence that its record names. Returns a row for each order that was:
 * when it is not all of them, the transaction must be rolled back, unless it is none.
 */
export const saveVersions = statement({
  name: 'orders-save',
  text: `with
  ${written},
  -- the orders that are still at the version and event before
  saved as (
    update "order" as o set store_id = w.store_id, version_number = w.version_number, version_id = w.version_id,
      event_sequence = w.event_sequence, is_deleted = w.is_deleted,
      status_before_deletion = case when w.is_deleted then coalesce(o.status_before_deletion, w.previous_status) end, quantities = w.quantities,
      published_allocations = coalesce(w.published_allocations, ${publishedAllocations}), document = ${writtenDocument}
    from written as w where o.id = w.order_id and o.version_number = w.version_number - 1 and o.event_sequence = w.sequence_before
    returning o.id
  ),
  -- the rows that searches read
  searched as (${searchUpdate(isSaved)}),
  -- their search texts
  termed as (${termUpdate(isSaved)}),
  -- the change of the counts of facets
  counted as (${countMove(isSaved)}),
  -- rows of return forms that no longer exist
  unreturned as (${returnsDelete(isSaved)}),
  -- values of fields that are no longer there
  unfielded as (${fieldsDelete(isSaved)}),
  -- the versions before, which get the content that the orders had
  superseded as (${versionSupersede}),
  ${accompanying}
  select id from saved`,
  parameters: writeParameters,
  row: { id: Sql.text },
})

/**
 * Events and runs of orders whose documents do not change, guarded like changes: $1 the records, $2
 * the events, $3 the runs. Returns a row for each order that was as its record says.
 */
export const publishEvents = statement({
  name: 'orders-publish',
  text: `with
  -- the orders that are still at the event before
  saved as (
    update "order" as o set event_sequence = w.event_sequence
    from json_to_recordset($1::json) as w (order_id text, sequence_before bigint, event_sequence bigint)
    where o.id = w.order_id and o.event_sequence = w.sequence_before and ${expectsOne('w.sequence_before')} returning o.id
  ),
  ${outboxInserts(2, 'saved')},
  ${runsInsert(3, 'saved')}
  select id from saved`,
  parameters: [Sql.json, Sql.json, Sql.json],
  row: { id: Sql.text },
})

const stateColumns = 'o.version_number, o.version_id, o.event_sequence, s.order_id is not null as is_indexed'
const joined = `join "order" as o on o.id = wanted.id left join order_search as s on s.order_id = o.id where ${expectsOne('wanted.position')}`
const loadRow = {
  id: Sql.text,
  document: orderColumn,
  published_allocations: Sql.nullable(Sql.json),
  version_number: Sql.integer,
  version_id: Sql.uuid,
  event_sequence: Sql.bigint,
  is_indexed: Sql.boolean,
}
export const load = statement({
  name: 'orders-load',
  text: `select o.id, o.document, ${publishedAllocations} as published_allocations, ${stateColumns} from unnest($1::text[]) with ordinality as wanted (id, position) ${joined}`,
  parameters: [Sql.list(Sql.text)],
  row: loadRow,
})

const isKnown = 'o.version_id = wanted.version_id and o.event_sequence = wanted.event_sequence'

/**
 * Rows are locked in the order of their ids, so that no two batches wait for each other. $2 and $3
 * are the version and the event sequence of those that are known, whose content is read again only
 * when they have changed.
 */
export const loadForUpdate = statement({
  name: 'orders-load-for-update',
  text: `select o.id, case when ${isKnown} then null else o.document end as document, case when ${isKnown} then null else ${publishedAllocations} end as published_allocations, ${stateColumns}
    from unnest($1::text[], $2::uuid[], $3::bigint[]) with ordinality as wanted (id, version_id, event_sequence, position) ${joined} order by o.id for update of o`,
  parameters: [Sql.list(Sql.text), Sql.list(Sql.nullable(Sql.uuid)), Sql.list(Sql.nullable(Sql.bigint))],
  row: { ...loadRow, document: Sql.nullable(orderColumn) },
})
