import type { CustomerRecordKind } from '@open-oms/contracts/orders/customers/erasure'
import { type NamedStatement, type RowOf, Sql, statement } from '@open-oms/service-kit/database/statement'
import { orderDocument } from '../../order/store/stored-document.ts'

const row = { id: Sql.text, order_id: Sql.nullable(Sql.text), document: Sql.json }
export type ExportRow = RowOf<typeof row>
const ofOrder = { ...row, order_id: Sql.text }

const parameters = [Sql.text, Sql.text, Sql.bigint] as const
const ofCustomer = 'from order_customer as c'
const page = 'order by 1 limit $3'
/** Ids that begin with a number that counts, so that they sort as texts. */
const sortable = (number: string) => `lpad(${number}::text, 20, '0')`

const orders = statement({
  name: 'customer-export-orders',
  text: `select o.id, o.id as order_id, o.document ${ofCustomer} join "order" as o on o.id = c.order_id
    where c.customer_key = $1 and c.order_id > $2 ${page}`,
  parameters,
  row: { ...ofOrder, document: orderDocument },
})

const versions = statement({
  name: 'customer-export-versions',
  text: `select v.order_id || '/' || ${sortable('v.version_number')} as id, v.order_id, coalesce(v.document, 'null') as document
    ${ofCustomer} join order_version as v on v.order_id = c.order_id
    where c.customer_key = $1 and v.document is not null and v.order_id || '/' || ${sortable('v.version_number')} > $2 ${page}`,
  parameters,
  row: { ...ofOrder, document: orderDocument },
})

const files = statement({
  name: 'customer-export-files',
  text: `select f.order_id || '/' || f.asset_id as id, f.order_id,
      json_build_object('fileName', f.file_name, 'created', f.created, 'content', f.model) as document
    ${ofCustomer} join order_file as f on f.order_id = c.order_id
    where c.customer_key = $1 and f.order_id || '/' || f.asset_id > $2 ${page}`,
  parameters,
  row: ofOrder,
})

const messages = statement({
  name: 'customer-export-messages',
  text: `select m.id::text as id, m.order_id, json_build_object('kind', m.kind, 'state', m.state, 'created', m.created, 'sent', m.sent,
      'content', m.content) as document
    ${ofCustomer} join message as m on m.order_id = c.order_id where c.customer_key = $1 and m.id::text > $2 ${page}`,
  parameters,
  row,
})

const deliveries = statement({
  name: 'customer-export-deliveries',
  text: `select ${sortable('d.id')} as id, d.order_id, json_build_object('subscriptionId', d.subscription_id, 'state', d.state,
      'created', d.created, 'event', d.envelope) as document
    ${ofCustomer} join webhook_delivery as d on d.order_id = c.order_id where c.customer_key = $1 and ${sortable('d.id')} > $2 ${page}`,
  parameters,
  row,
})

const notes = statement({
  name: 'customer-export-notes',
  text: `select n.id::text as id, null::text as order_id, json_build_object('text', n.text, 'author', n.author, 'created', n.created,
      'edited', n.edited) as document
    from customer_note as n where n.customer_key = $1 and n.id::text > $2 ${page}`,
  parameters,
  row,
})

const notifications = statement({
  name: 'customer-export-notifications',
  text: `select ${sortable('s.id')} as id, s.order_id, json_build_object('kind', s.kind, 'subject', s.subject, 'text', s.text,
      'created', s.created) as document
    from staff_notification as s where (s.customer_key = $1 or s.order_id in (select order_id from order_customer where customer_key = $1))
      and ${sortable('s.id')} > $2 ${page}`,
  parameters,
  row,
})

const patternParameters = [Sql.list(Sql.text), Sql.text, Sql.bigint] as const

const carts = statement({
  name: 'customer-export-carts',
  text: `select c.id, o.order_id, c.document from cart as c left join cart_order as o on o.cart_id = c.id
    where c.document::text ilike any ($1) and c.id > $2 ${page}`,
  parameters: patternParameters,
  row,
})

const searches = statement({
  name: 'customer-export-searches',
  text: `select s.id::text as id, null::text as order_id, s.document from saved_search as s
    where s.document::text ilike any ($1) and s.id::text > $2 ${page}`,
  parameters: patternParameters,
  row,
})

type KeyStatement = NamedStatement<typeof parameters, typeof row> | NamedStatement<typeof parameters, typeof ofOrder>
export type PatternStatement = NamedStatement<typeof patternParameters, typeof row>

/** What is found by the key of the customer: $1 the key, $2 behind which id, $3 how many. */
export const recordsByKey: Partial<Record<CustomerRecordKind, KeyStatement>> = {
  order: orders,
  orderVersion: versions,
  orderFile: files,
  message: messages,
  webhookDelivery: deliveries,
  note: notes,
  notification: notifications,
}

/**
 * What is found by texts that name the customer: $1 the patterns, $2 behind which id, $3 how many.
 */
export const recordsByPattern: Partial<Record<CustomerRecordKind, PatternStatement>> = { cart: carts, savedSearch: searches }
