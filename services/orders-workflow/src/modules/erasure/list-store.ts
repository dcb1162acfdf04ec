import type { Database } from '@open-oms/service-kit/database/database'
import { Sql, statement } from '@open-oms/service-kit/database/statement'
import type { Transaction } from '@open-oms/service-kit/database/transaction'

type Reader = Pick<Database, 'query'> | Transaction
export type ErasedKind = 'Customer' | 'Order'
export type ErasureRow = { kind: ErasedKind; subject: string; erased: Date }

const row = { kind: Sql.oneOf<ErasedKind>(), subject: Sql.text, erased: Sql.timestamptz }
const columns = [Sql.list(Sql.text), Sql.list(Sql.text), Sql.list(Sql.timestamptz)] as const

const keyId = statement({
  name: 'erasure-key-id',
  text: `select left(encode(sha256(convert_to('id' || secret, 'UTF8')), 'hex'), 16) as key_id from erasure_key`,
  parameters: [],
  row: { key_id: Sql.text },
})

/** Names the key of this database's hashes, without telling it. */
export async function readKeyId(reader: Reader): Promise<string> {
  return (await keyId.on(reader))[0]?.key_id ?? ''
}

const since = statement({
  name: 'erasure-since',
  text: `select kind, subject, erased from erasure where (erased, kind, subject) > ($1, $2, $3) order by erased, kind, subject limit $4`,
  parameters: [Sql.timestamptz, Sql.text, Sql.text, Sql.bigint],
  row,
})

/** What was erased behind a row, in the order of times. */
export function readErasures(reader: Reader, behind: { erased: Date; kind: string; subject: string }, take: number) {
  return since.on(reader, behind.erased, behind.kind, behind.subject, take)
}

const missing = statement({
  name: 'erasure-missing',
  text: `select g.kind, g.subject, g.erased from unnest($1::text[], $2::text[], $3::timestamptz[]) as g (kind, subject, erased)
    where not exists (select from erasure as e where (e.kind, e.subject, e.erased) = (g.kind, g.subject, g.erased))`,
  parameters: columns,
  row: { kind: Sql.nullable(Sql.oneOf<ErasedKind>()), subject: Sql.nullable(Sql.text), erased: Sql.nullable(Sql.timestamptz) },
})

/** Those that this database does not know, because it is older. */
export async function findMissing(reader: Reader, rows: readonly ErasureRow[]): Promise<ErasureRow[]> {
  return (await missing.on(reader, ...toColumns(rows))) as ErasureRow[]
}

const insert = statement({
  name: 'erasure-insert',
  text: `insert into erasure (kind, subject, erased) select * from unnest($1::text[], $2::text[], $3::timestamptz[]) on conflict do nothing`,
  parameters: columns,
  row: {},
})

/** Adds to the list what was carried out. */
export async function insertErasures(reader: Reader, rows: readonly ErasureRow[]): Promise<void> {
  await insert.on(reader, ...toColumns(rows))
}

function toColumns(rows: readonly ErasureRow[]) {
  return [rows.map(({ kind }) => kind), rows.map(({ subject }) => subject), rows.map(({ erased }) => erased)] as const
}

const hashed = { name: Sql.text, subject: Sql.text }

const orderSubjects = statement({
  name: 'erasure-order-subjects',
  text: `select id as name, erasure_subject('Order', id) as subject from "order" where id > $1 order by id limit $2`,
  parameters: [Sql.text, Sql.bigint],
  row: hashed,
})

/** Orders behind an id with their keyed hashes. */
export function hashOrders(reader: Reader, behind: string, take: number) {
  return orderSubjects.on(reader, behind, take)
}

const customerSubjects = statement({
  name: 'erasure-customer-subjects',
  text: `select name, erasure_subject('Customer', name) as subject from (
      select distinct customer_key as name from order_customer where customer_key > $1 order by 1 limit $2
    ) as known order by name`,
  parameters: [Sql.text, Sql.bigint],
  row: { name: Sql.nullable(Sql.text), subject: Sql.text },
})

/** Keys of customers behind a key with their keyed hashes. */
export async function hashCustomers(reader: Reader, behind: string, take: number) {
  return (await customerSubjects.on(reader, behind, take)).map(({ name, subject }) => ({ name: name ?? '', subject }))
}

const cartFields = statement({
  name: 'erasure-cart-customers',
  text: `select id, document ->> 'customerId' as customer_id, document ->> 'customerNumber' as number,
      document ->> 'customerEmail' as email, document ->> 'customerPhone' as phone
    from cart where id > $1 order by id limit $2`,
  parameters: [Sql.text, Sql.bigint],
  row: {
    id: Sql.text,
    customer_id: Sql.nullable(Sql.text),
    number: Sql.nullable(Sql.text),
    email: Sql.nullable(Sql.text),
    phone: Sql.nullable(Sql.text),
  },
})

/** Carts behind an id with whom they name. */
export function readCartCustomers(reader: Reader, behind: string, take: number) {
  return cartFields.on(reader, behind, take)
}

const subjects = statement({
  name: 'erasure-subjects',
  text: `select coalesce(name, '') as name, erasure_subject('Customer', name) as subject from unnest($1::text[]) as name`,
  parameters: [Sql.list(Sql.text)],
  row: hashed,
})

/** The keyed hashes of keys of customers. */
export function hashKeys(reader: Reader, keys: readonly string[]) {
  return subjects.on(reader, keys)
}

const isOlder = statement({
  name: 'erasure-is-order-older',
  text: `select coalesce(min(created) <= $2, true) as older from order_version where order_id = $1`,
  parameters: [Sql.text, Sql.timestamptz],
  row: { older: Sql.boolean },
})

/** Whether an order was written before a time: its id may be used again. */
export async function isOrderOlder(reader: Reader, orderId: string, time: Date): Promise<boolean> {
  return (await isOlder.on(reader, orderId, time))[0]?.older === true
}
