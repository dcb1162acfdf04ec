import { outboxInsert } from '@oms/service-kit/events/outbox'
import { runInsert } from './run-statements.ts'

const columns =
  'id, order_number, order_type, status, store_id, market_id, customer_id, created, modified, version_id, event_sequence, is_deleted, document'

/** $1–$13 are the columns in this order; $14 created_by, $15 operation, $16 changed fields, $17 the events. */
const versionInsert = `insert into order_version (order_id, version_number, version_id, created, created_by, operation, changed_fields, document)
  select id, version_number, $10, $9, $14, $15, $16::text[], $13::json from saved`

function insertText(further: string): string {
  return `with saved as (
      insert into "order" (version_number, ${columns})
      values (1, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10::uuid, $11, $12, $13::json) returning id, version_number
    ), versioned as (${versionInsert}), told as (${outboxInsert(17, 'saved')})${further}
    select id from saved`
}

/** A new order with its first version and events; a taken id breaks the constraint `order_pkey`. */
export const insertOrderText = insertText('')
/** The same with the run of its first status in $18. */
export const insertOrderWithRunText = insertText(`, ${runInsert(18, 'saved')}`)

/**
 * A changed order with its new version and events, if it is still at version number $18 and event sequence $19. Answers a row when
 * it was, and none when another write came before.
 */
export const saveOrderText = `with saved as (
    update "order" set order_number = $2, order_type = $3, status = $4, store_id = $5, market_id = $6, customer_id = $7, created = $8,
      modified = $9, version_number = version_number + 1, version_id = $10::uuid, event_sequence = $11, is_deleted = $12, document = $13::json
    where id = $1 and version_number = $18 and event_sequence = $19 returning id, version_number
  ), versioned as (${versionInsert}), told as (${outboxInsert(17, 'saved')})
  select id from saved`

/** Events of an order whose document did not change, guarded like a change: $2 the sequence before, $3 after, $4 the events. */
export const tellText = `with saved as (
    update "order" set event_sequence = $3 where id = $1 and event_sequence = $2 returning id
  ), told as (${outboxInsert(4, 'saved')})
  select id from saved`

const loadColumns = 'document, version_number, version_id, event_sequence'
export const loadOrderText = `select ${loadColumns} from "order" where id = $1`
export const loadOrderForUpdateText = `${loadOrderText} for update`
