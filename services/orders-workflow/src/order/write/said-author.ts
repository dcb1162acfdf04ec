import type { User } from '@oms/contracts/config/users'
import { invalid } from '@oms/contracts/errors'
import { statement, text } from '@oms/service-kit/database/statement'
import type { Transaction } from '@oms/service-kit/database/transaction'
import { personKey } from '../rules/staff/staff-notifications.ts'
import type { WriteRequest } from './write-context.ts'

const findColleague = statement({
  name: 'author-is-colleague',
  text: 'select from colleague where person = $1',
  parameters: [text],
  row: {},
})

/**
 * Refuses, with `ValidationFailed`, a program that says that a person of this system has written:
 * only who signs in is that person (orders.md#service-owned-fields). Names that no person here has
 * are those of another system.
 */
export async function requireForeignAuthor(
  tx: Transaction,
  { by, saidIn }: Pick<WriteRequest, 'by' | 'saidIn'>,
  users: readonly Pick<User, 'userName'>[],
): Promise<void> {
  if (saidIn === undefined) return
  const person = personKey(by)
  const isKnown = users.some(({ userName }) => personKey(userName) === person) || (await findColleague.on(tx, person)).length > 0
  if (isKnown) throw invalid(saidIn, `"${by}" is a person of this system, who signs in to write`)
}
