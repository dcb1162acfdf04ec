import { invariant } from '@open-oms/contracts/errors'
import type { Database } from '@open-oms/service-kit/database/database'
import { Sql, statement } from '@open-oms/service-kit/database/statement'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import type { CustomerIdentity, IdentityFact } from './domain/customer-identity.ts'

type Reader = Pick<Database, 'query'> | Transaction

/** Most facts of one customer: further ones are of one who orders for many. */
const FACTS_MAX = 2_000

const findFacts = statement({
  name: 'erasure-identity-facts',
  text: `with
  -- the orders of the customer with their earlier versions
  documents as (
    select o.document from order_customer as c join "order" as o on o.id = c.order_id where c.customer_key = $1
    union all
    select v.document from order_customer as c join order_version as v on v.order_id = c.order_id
    where c.customer_key = $1 and v.document is not null
  ),
  -- the customer of each, with the addresses that it was billed and sent to
  facts as (
    select f.kind, f.value from documents as d cross join lateral (values
      ('id', d.document ->> 'customerId'), ('number', d.document ->> 'customerNumber'), ('email', d.document ->> 'customerEmail'),
      ('phone', d.document ->> 'customerPhone'), ('name', d.document ->> 'customerName'),
      ('email', d.document -> 'contactPerson' ->> 'email'), ('phone', d.document -> 'contactPerson' ->> 'phone'),
      ('name', concat_ws(' ', d.document -> 'contactPerson' ->> 'firstName', d.document -> 'contactPerson' ->> 'lastName'))
    ) as f (kind, value)
    union all
    select f.kind, f.value from documents as d cross join lateral (
      select d.document -> 'billingAddress' as address
      union all
      select shipment -> 'address' from json_array_elements(
        case json_typeof(d.document -> 'orderForm' -> 'shipments') when 'array' then d.document -> 'orderForm' -> 'shipments' else '[]' end
      ) as shipment
    ) as a cross join lateral (values
      ('name', a.address ->> 'name'), ('name', concat_ws(' ', a.address ->> 'firstName', a.address ->> 'lastName')),
      ('email', a.address ->> 'email'), ('phone', a.address ->> 'phone'), ('phone', a.address ->> 'daytimePhoneNumber'),
      ('phone', a.address ->> 'eveningPhoneNumber'), ('street', a.address ->> 'line1'), ('street', a.address ->> 'line2')
    ) as f (kind, value)
  )
  select distinct kind, value from facts where value <> '' limit ${FACTS_MAX}`,
  parameters: [Sql.text],
  row: { kind: Sql.text, value: Sql.text },
})

/** What orders of a customer and their earlier versions say of it. */
export function readIdentityFacts(reader: Reader, customerKey: string): Promise<IdentityFact[]> {
  return findFacts.on(reader, customerKey)
}

const findOrders = statement({
  name: 'erasure-orders',
  text: `select c.order_id, c.created, c.is_deleted, o.document ->> 'status' as status, o.document ->> 'fulfilmentStatus' as fulfilment,
      exists (select from workflow_run as r where r.order_id = c.order_id and r.state in ('Running', 'Waiting', 'Held')) as has_run
    from order_customer as c join "order" as o on o.id = c.order_id
    where c.customer_key = $1 and c.order_id > $2 order by c.order_id limit $3`,
  parameters: [Sql.text, Sql.text, Sql.bigint],
  row: {
    order_id: Sql.text,
    created: Sql.timestamptz,
    is_deleted: Sql.boolean,
    status: Sql.nullable(Sql.text),
    fulfilment: Sql.nullable(Sql.text),
    has_run: Sql.boolean,
  },
})

/** Orders of a customer behind an id, deleted ones included, with what may keep them. */
export function readOrdersToErase(reader: Reader, customerKey: string, { after, take }: { after: string; take: number }) {
  return findOrders.on(reader, customerKey, after, take)
}

const findIds = statement({
  name: 'erasure-order-ids',
  text: 'select order_id from order_customer where customer_key = $1',
  parameters: [Sql.text],
  row: { order_id: Sql.text },
})

/** The orders of a customer, deleted ones included. */
export async function readOrderIds(reader: Reader, customerKey: string): Promise<string[]> {
  return (await findIds.on(reader, customerKey)).map(({ order_id: id }) => id)
}

const hasRuns = statement({
  name: 'erasure-has-run',
  text: `select exists (select from workflow_run where order_id = $1 and state in ('Running', 'Waiting', 'Held')) as has_run`,
  parameters: [Sql.text],
  row: { has_run: Sql.boolean },
})

/** Whether a run of the order is under way; the order must be locked. */
export async function hasRunUnderWay(tx: Transaction, orderId: string): Promise<boolean> {
  return (await hasRuns.on(tx, orderId))[0]?.has_run === true
}

/** An erasure that is not finished. */
export type OpenErasure = {
  begun: Date
  newestOrder: Date | null
  orderIds: string[]
  identity: CustomerIdentity
  /** How many notes there were. */
  notes: number
}

const openRow = {
  begun: Sql.timestamptz,
  newest_order: Sql.nullable(Sql.timestamptz),
  order_ids: Sql.list(Sql.text),
  identity: Sql.json,
  notes: Sql.integer,
}

/** $1 the customer, $2 when, $3 its newest order, $4 its orders, $5 its identity. */
const beginErasure = statement({
  name: 'erasure-begin',
  text: `insert into customer_erasure as e (customer_key, begun, newest_order, order_ids, identity, notes)
    select $1, $2, $3, $4, $5, count(*)::integer from customer_note where customer_key = $1
    on conflict (customer_key) do update set newest_order = greatest(e.newest_order, excluded.newest_order),
      order_ids = array(select distinct unnest(e.order_ids || excluded.order_ids)), identity = excluded.identity, notes = greatest(e.notes, excluded.notes)
    returning begun, newest_order, order_ids, identity, notes`,
  parameters: [Sql.text, Sql.timestamptz, Sql.nullable(Sql.timestamptz), Sql.list(Sql.text), Sql.json],
  row: openRow,
})

const findOpen = statement({
  name: 'erasure-open',
  text: 'select begun, newest_order, order_ids, identity, notes from customer_erasure where customer_key = $1 for update',
  parameters: [Sql.text],
  row: openRow,
})

const lockCustomer = statement({
  name: 'erasure-lock-customer',
  text: 'select pg_advisory_xact_lock($1, hashtext($2))::text as locked',
  parameters: [Sql.integer, Sql.text],
  row: { locked: Sql.text },
})

/** The key space of advisory locks for customers that are erased. */
const CUSTOMER_ERASURES = 7_405

/** Waits for who begins to erase the same customer. */
export async function lockErasure(tx: Transaction, customerKey: string): Promise<void> {
  await lockCustomer.on(tx, CUSTOMER_ERASURES, customerKey)
}

/** The erasure of a customer that is not finished, or null. */
export async function readOpenErasure(tx: Transaction, customerKey: string): Promise<OpenErasure | null> {
  const [row] = await findOpen.on(tx, customerKey)
  return row === undefined ? null : toOpenErasure(row)
}

/** Notes what is needed to finish, with what an earlier attempt has noted. */
export async function noteErasure(tx: Transaction, customerKey: string, open: Omit<OpenErasure, 'notes'>): Promise<OpenErasure> {
  const { begun, newestOrder, orderIds, identity } = open
  const [row] = await beginErasure.on(tx, customerKey, begun, newestOrder, orderIds, JSON.stringify(identity))
  invariant(row !== undefined, 'an erasure is noted')
  return toOpenErasure(row)
}

type OpenRow = { begun: Date; newest_order: Date | null; order_ids: string[]; identity: string; notes: number }

function toOpenErasure({ begun, newest_order, order_ids, identity, notes }: OpenRow): OpenErasure {
  return { begun, newestOrder: newest_order, orderIds: order_ids, identity: JSON.parse(identity) as CustomerIdentity, notes }
}

const findKeys = statement({
  name: 'erasure-open-keys',
  text: 'select customer_key from customer_erasure',
  parameters: [],
  row: { customer_key: Sql.text },
})

/** The customers whose erasure is not finished. */
export async function openErasureKeys(reader: Reader): Promise<string[]> {
  return (await findKeys.on(reader)).map(({ customer_key: key }) => key)
}

const findInterrupted = statement({
  name: 'erasure-interrupted',
  text: 'select customer_key from customer_erasure where begun < $1 order by begun',
  parameters: [Sql.timestamptz],
  row: { customer_key: Sql.text },
})

/** The customers whose erasure has begun before a moment and is not finished, oldest first. */
export async function interruptedErasures(reader: Reader, before: Date): Promise<string[]> {
  return (await findInterrupted.on(reader, before)).map(({ customer_key: key }) => key)
}

const finish = statement({
  name: 'erasure-finish',
  text: `with
  -- what was needed to finish, which names the customer
  gone as (delete from customer_erasure where customer_key = $1)
  insert into erasure (kind, subject, erased) values ('Customer', erasure_subject('Customer', $1), $2) on conflict do nothing`,
  parameters: [Sql.text, Sql.timestamptz],
  row: {},
})

/** Puts the customer on the list of erasures and forgets what named it. */
export async function finishErasure(tx: Transaction, customerKey: string, erased: Date): Promise<void> {
  await finish.on(tx, customerKey, erased)
}

const countOrders = statement({
  name: 'erasure-count-orders',
  text: 'select count(*) as count from order_customer where customer_key = $1',
  parameters: [Sql.text],
  row: { count: Sql.bigint },
})

/** How many orders of a customer there are, deleted ones included. */
export async function countOrdersToErase(reader: Reader, customerKey: string): Promise<number> {
  return (await countOrders.on(reader, customerKey))[0]?.count ?? 0
}

const countRelated = statement({
  name: 'erasure-count-related',
  text: `select count(distinct c.customer_key) as count from order_customer as c
    where c.customer_key <> $1 and c.customer_text ilike any ($2)`,
  parameters: [Sql.text, Sql.list(Sql.text)],
  row: { count: Sql.bigint },
})

/** How many other customers have one of the e-mail addresses or phone numbers. */
export async function countRelatedCustomers(reader: Reader, customerKey: string, patterns: readonly string[]): Promise<number> {
  if (patterns.length === 0) return 0
  return (await countRelated.on(reader, customerKey, patterns))[0]?.count ?? 0
}
