import { lookAlikeFault } from '@open-oms/contracts/config/access/user-name'
import { invalid } from '@open-oms/contracts/errors'
import type { Order } from '@open-oms/contracts/orders/order'
import { lookKey, looksLike } from '@open-oms/service-kit/config/look-alike'
import { Sql, statement } from '@open-oms/service-kit/database/statement'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import type { VersionConfig } from '../rules/context/order-context.ts'
import { personKey } from '../rules/staff/staff-notifications.ts'
import type { WriteRequest } from './write-context.ts'

// Colleagues of providers are few, and only writes that say a name look for them.
const findColleagues = statement({
  name: 'author-is-colleague',
  text: `select user_name, display_name from colleague
    where person = any ($1) or lower(display_name) = any ($1) or look_keys && $2`,
  parameters: [Sql.list(Sql.text), Sql.list(Sql.text)],
  row: { user_name: Sql.text, display_name: Sql.text },
})

type Known = Pick<VersionConfig, 'users' | 'apiClients'>

/**
 * Refuses, with `ValidationFailed`, a program that says that a person of this system or another
 * program has written, or a name that may be taken for one: only who signs in is that person
 * (orders.md#service-owned-fields). Names that nobody here has are those of another system.
 */
export async function requireForeignAuthor(
  tx: Transaction,
  { by, saidIn }: Pick<WriteRequest, 'by' | 'saidIn'>,
  known: Known,
): Promise<void> {
  if (saidIn === undefined) return
  const fault = lookAlikeFault(by)
  if (fault !== null) throw invalid(saidIn, `"${by}" ${fault}`)
  if ((await ownNames(tx, [by], known)).length > 0)
    throw invalid(saidIn, `"${by}" is a person of this system, who signs in to write, or looks like one`)
}

/**
 * The same for the comments of an order that is imported: who has written them is said, too. Raises
 * `ValidationFailed`.
 */
export async function requireForeignCreators(
  tx: Transaction,
  { order, write }: { order: Pick<Order, 'orderNotes' | 'publicOrderNotes'>; write: Pick<WriteRequest, 'by' | 'provenBy'> },
  known: Known,
): Promise<void> {
  const own = personKey(write.provenBy ?? write.by)
  const said = [...order.orderNotes, ...order.publicOrderNotes]
    .flatMap(({ creator }) => creator ?? [])
    .filter((name) => personKey(name) !== own)
  const [name] = said.length === 0 ? [] : await ownNames(tx, said, known)
  if (name !== undefined)
    throw invalid(
      'orderNotes',
      `has a comment of "${name}", who is a person of this system and signs in to write, or looks like one`,
    )
}

/**
 * Those of the names that a person here has, as shown too, or a program, or that look like theirs.
 */
async function ownNames(tx: Transaction, said: readonly string[], { users, apiClients }: Known): Promise<string[]> {
  // Pages show several blanks as one.
  const names = said.map((name) => name.trim().replaceAll(/ +/g, ' '))
  const colleagues = await findColleagues.on(tx, names.map(personKey), names.map(lookKey))
  const own = [
    ...users.flatMap(({ userName, displayName }) => [userName, displayName ?? userName]),
    ...apiClients.map(({ clientId }) => clientId),
    ...colleagues.flatMap((row) => [row.user_name, row.display_name]),
  ]
  return names.filter((name) => own.some((known) => personKey(known) === personKey(name) || looksLike(name, known)))
}
