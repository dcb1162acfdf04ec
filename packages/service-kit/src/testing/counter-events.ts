import { defineEvent } from '@open-oms/contracts/event'
import { type Static, Type } from '@sinclair/typebox'
import type { InTransaction } from '../database/transaction.ts'
import { newEvent } from '../events/new-event.ts'
import { appendToOutbox } from '../events/outbox.ts'

/**
 * A small aggregate for tests of events: a counter whose every write publishes by how much it grew.
 */
const CounterGrown = Type.Object({ by: Type.Integer() })
export type CounterGrown = Static<typeof CounterGrown>

export const counterGrown = defineEvent({
  type: 'orders.counter.grown.v1',
  stream: 'ORDERS',
  summary: 'A counter grew.',
  data: CounterGrown,
})

export const counterTables = {
  text: `
    create table counter (id text primary key, event_sequence bigint not null);
    create table effect (place bigint generated always as identity, subject text not null, sequence bigint not null, by int not null,
      applied timestamptz not null default clock_timestamp())`,
}

/**
 * Writes a counter and its event, as a service's command does: the row's lock gives the event its
 * place.
 */
export async function growCounter(inTransaction: InTransaction, id: string, by = 1): Promise<void> {
  await inTransaction(async (tx) => {
    const rows = await tx.query<{ sequence: number }>({
      name: 'grow-counter',
      text: `insert into counter as c (id, event_sequence) values ($1, 1)
        on conflict (id) do update set event_sequence = c.event_sequence + 1 returning event_sequence as sequence`,
      values: [id],
    })
    const sequence = rows[0]?.sequence ?? 0
    await appendToOutbox(tx, [newEvent(counterGrown, { subject: id, sequence, time: new Date(), data: { by } })])
  })
}
