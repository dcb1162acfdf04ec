import { formatSequenceNumber, type NumberSequence } from '@oms/contracts/config/number-sequences'
import type { Database } from '@oms/service-kit/database/database'
import { bigint, boolean, statement, text } from '@oms/service-kit/database/statement'
import { searchKey } from './rows/search-terms.ts'

type Queries = Pick<Database, 'query'>

/**
 * Numbers that are taken are stepped over one by one this many times; whole ranges of them, as an
 * import leaves, in longer and longer steps.
 */
const SINGLE_STEPS = 10

// A separate statement whose commit does not wait for the disk: concurrent draws lock the counter's
// row only briefly. A write that is safe on disk has the counter there too.
const draw = statement({
  name: 'number-draw',
  text: `with drawn as (
    insert into number_sequence as s (name, last_number) values ($1, $2)
    on conflict (name) do update set last_number = greatest(s.last_number + $3, excluded.last_number)
    returning last_number
  ), hurried as materialized (select set_config('synchronous_commit', 'off', true))
  select last_number from drawn, hurried`,
  parameters: [text, bigint, bigint],
  row: { last_number: bigint },
})

const drawInTransaction = statement({
  name: 'number-draw-in',
  text: `insert into number_sequence as s (name, last_number) values ($1, $2)
      on conflict (name) do update set last_number = greatest(s.last_number + 1, excluded.last_number) returning last_number`,
  parameters: [text, bigint],
  row: { last_number: bigint },
})

const isTaken = statement({
  name: 'number-taken',
  text: `select exists (select from "order" where id = $1) or exists (select from order_search where order_number = $2) as taken`,
  parameters: [text, text],
  row: { taken: boolean },
})

/**
 * The next number of a sequence, drawn in a transaction: a rollback returns it, so that there are
 * no gaps. Other draws wait for the end of the transaction.
 */
export async function drawNumberIn(tx: Queries, sequence: NumberSequence): Promise<string> {
  const [row] = await drawInTransaction.on(tx, sequence.name, sequence.start)
  return formatSequenceNumber(sequence, row?.last_number as number)
}

/**
 * The next number of a sequence, formatted; it is unique, and an unused one leaves a gap. `step`
 * above 1 skips numbers. Call it outside of transactions.
 */
export async function drawNumber(database: Queries, sequence: NumberSequence, step = 1): Promise<string> {
  const [row] = await draw.on(database, sequence.name, sequence.start, step)
  return formatSequenceNumber(sequence, row?.last_number as number)
}

/**
 * The next number of a sequence that no order has as its number or its id
 * (orders.md#numbered-creation). To be asked for outside of transactions.
 */
export async function nextOrderNumber(database: Queries, sequence: NumberSequence): Promise<string> {
  let step = 1
  for (let tries = 1; ; tries++) {
    const number = await drawNumber(database, sequence, step)
    const [found] = await isTaken.on(database, number, searchKey(number))
    if (found?.taken === false) return number
    if (tries >= SINGLE_STEPS) step *= 2
  }
}
