import { DomainError, invalid } from '@open-oms/contracts/errors'
import { Sql, statement } from '@open-oms/service-kit/database/statement'
import type { Transaction } from '@open-oms/service-kit/database/transaction'

/** $1 the client, $2 the day, $3 how many more, $4 how many a day may have. No row: too many. */
const countMore = statement({
  name: 'other-recipients-count',
  text: `with
    -- Former days of the client count no more.
    former as (delete from other_recipient_count where client = $1 and day < $2::date)
    insert into other_recipient_count as c (client, day, count) select $1, $2::date, $3::int where $3::int <= $4::int
    on conflict (client, day) do update set count = c.count + excluded.count where c.count + excluded.count <= $4::int
    returning count`,
  parameters: [Sql.text, Sql.date, Sql.integer, Sql.integer],
  row: { count: Sql.integer },
})

const DAY_MS = 24 * 3_600_000

type Rule = { otherRecipients: boolean; otherRecipientsPerDay: number }
type RecipientChoice = {
  client: string
  recipients: readonly string[]
  now: string
  /** The field that has them; that of a comment when absent. */
  field?: string
}

/**
 * Counts recipients that are not of the order, by the client that chose them and the day (UTC), so
 * that nobody sends mail to the world by a shop (documents-and-notifications.md#comments). Raises
 * `ValidationFailed` where the settings allow none, and `RateLimited` when the day has had its
 * number; nothing is counted then.
 */
export async function countOtherRecipients(
  tx: Transaction,
  rule: Rule,
  { client, recipients, now, field }: RecipientChoice,
): Promise<void> {
  const [first] = recipients
  if (first === undefined) return
  if (!rule.otherRecipients) {
    const named = field ?? (first.includes('@') ? 'emailTo' : 'smsPhoneNumber')
    throw invalid(named, `"${first}" is no address or number of the order (setting messages.otherRecipients)`)
  }
  const rows = await countMore.on(tx, client, now.slice(0, 10), recipients.length, rule.otherRecipientsPerDay)
  if (rows.length > 0) return
  const retryAfterSeconds = Math.ceil((DAY_MS - (Date.parse(now) % DAY_MS)) / 1_000)
  const message = `At most ${rule.otherRecipientsPerDay} recipients that are not of an order can be chosen in a day.`
  throw new DomainError('RateLimited', message, { retryAfterSeconds })
}
