import { formatSequenceNumber, type NumberSequence, sequenceFor } from '@open-oms/contracts/config/number-sequences'
import type { TenantConfig } from '@open-oms/contracts/config/tenant-config'
import { DomainError } from '@open-oms/contracts/errors'
import type { Database } from '@open-oms/service-kit/database/database'
import { Sql, statement } from '@open-oms/service-kit/database/statement'
import { searchKey } from '../rules/search/search-terms.ts'

type Queries = Pick<Database, 'query'>

/**
 * Numbers that are taken are stepped over one by one this many times; whole ranges of them, as an
 * import leaves, in longer and longer steps.
 */
const SINGLE_STEPS = 10

/**
 * CTEs that raise counter `$1` of prefix `$3` by `step`, to `$4` at least. Where it has not given
 * numbers of that prefix yet, it continues behind counter `$2`, if that one has: a sequence whose
 * companies change gives no number twice. Counters from before prefixes were stored may have.
 */
function drawn(step: string): string {
  return `-- the last number of the sequence that shares the numbers
    other as (
      select coalesce(max(last_number), 0) as last_number from number_sequence where name = $2 and (prefix is null or prefix = $3)
    ),
    -- the sequence with its new last number
    drawn as (
      insert into number_sequence as s (name, prefix, last_number)
      select $1, $3, greatest($4, other.last_number + 1) from other
      on conflict (name) do update set prefix = excluded.prefix, last_number = greatest(
        s.last_number + ${step}, $4::bigint, case when s.prefix is distinct from excluded.prefix then excluded.last_number end)
      returning last_number
    )`
}

// A separate statement whose commit does not wait for the disk: concurrent draws lock the counter's
// row only briefly. A write that is safe on disk has the counter there too.
const draw = statement({
  name: 'number-draw',
  text: `with ${drawn('$5')},
  -- a lost number is a gap, and nobody waits for the disk
  hurried as materialized (select set_config('synchronous_commit', 'off', true))
    select last_number from drawn, hurried`,
  parameters: [Sql.text, Sql.text, Sql.text, Sql.bigint, Sql.bigint],
  row: { last_number: Sql.bigint },
})

const drawInTransaction = statement({
  name: 'number-draw-in',
  text: `with ${drawn('1')} select last_number from drawn`,
  parameters: [Sql.text, Sql.text, Sql.text, Sql.bigint],
  row: { last_number: Sql.bigint },
})

const isTaken = statement({
  name: 'number-taken',
  text: `select exists (select from "order" where id = $1) or exists (select from order_search where order_number = $2) as taken`,
  parameters: [Sql.text, Sql.text],
  row: { taken: Sql.boolean },
})

/**
 * The names of the counter of a sequence, and of the one that it would have with or without
 * companies.
 */
function counterNames({ name, prefix, accountingCompanyCodes }: NumberSequence): [string, string] {
  // Names have no control characters.
  const ofCompanies = `${name}\n${prefix}`
  return accountingCompanyCodes.length === 0 ? [name, ofCompanies] : [ofCompanies, name]
}

/**
 * The number sequence of a name for the company of a store, else the one without company
 * (ids.md#number-sequences). Raises `ValidationFailed` when there is neither, as for a store that
 * is not configured any more.
 */
export function requireSequence(
  { numberSequences, stores }: Pick<TenantConfig, 'numberSequences' | 'stores'>,
  name: string,
  storeId: string | null,
): NumberSequence {
  const companyCode = stores.find(({ id }) => id === storeId)?.accountingCompanyCode ?? null
  const sequence = sequenceFor(numberSequences, { name, companyCode })
  if (sequence === undefined)
    throw new DomainError('ValidationFailed', `There is no number sequence "${name}" for the company of store "${storeId}".`)
  return sequence
}

/**
 * The next number of a sequence, drawn in a transaction: a rollback returns it, so that there are
 * no gaps. Other draws wait for the end of the transaction.
 */
export async function drawNumberIn(tx: Queries, sequence: NumberSequence): Promise<string> {
  const [row] = await drawInTransaction.on(tx, ...counterNames(sequence), sequence.prefix, sequence.start)
  return formatSequenceNumber(sequence, row?.last_number as number)
}

/**
 * The next number of a sequence, formatted; it is unique, and an unused one leaves a gap. `step`
 * above 1 skips numbers. Call it outside of transactions.
 */
export async function drawNumber(database: Queries, sequence: NumberSequence, step = 1): Promise<string> {
  const [row] = await draw.on(database, ...counterNames(sequence), sequence.prefix, sequence.start, step)
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
