import { Sql, statement } from '@open-oms/service-kit/database/statement'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import type { NewStaffNotification } from '../rules/staff/staff-notifications.ts'

/**
 * $1 whose they are, $2 kinds, $3 causes, $4 orders, $5 customers, $6 stores, $7 subjects, $8
 * texts, $9 who did it, $10 when. One that a person has already of the same cause stays as it is.
 */
const insertNotifications = statement({
  name: 'staff-notification-insert',
  text: `insert into staff_notification (person, kind, source, order_id, customer_key, store_id, subject, text, by, created)
  select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
    $10::timestamptz[])
  on conflict (person, source) do nothing`,
  parameters: [
    Sql.list(Sql.text),
    Sql.list(Sql.text),
    Sql.list(Sql.text),
    Sql.list(Sql.nullable(Sql.text)),
    Sql.list(Sql.nullable(Sql.text)),
    Sql.list(Sql.nullable(Sql.text)),
    Sql.list(Sql.nullable(Sql.text)),
    Sql.list(Sql.nullable(Sql.text)),
    Sql.list(Sql.nullable(Sql.text)),
    Sql.list(Sql.timestamptzText),
  ],
  row: {},
})

/** Stores notifications in the transaction of their cause. */
export function storeStaffNotifications(tx: Pick<Transaction, 'later'>, all: readonly NewStaffNotification[]): void {
  if (all.length === 0) return
  tx.later(
    insertNotifications.with(
      all.map(({ person }) => person),
      all.map(({ kind }) => kind),
      all.map(({ source }) => source),
      all.map(({ orderId }) => orderId),
      all.map(({ customerKey }) => customerKey),
      all.map(({ storeId }) => storeId),
      all.map(({ subject }) => subject),
      all.map(({ text }) => text),
      all.map(({ by }) => by),
      all.map(({ created }) => created),
    ),
  )
}
