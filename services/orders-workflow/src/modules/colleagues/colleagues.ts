import type { User } from '@open-oms/contracts/config/access/users'
import type { Colleague } from '@open-oms/contracts/orders/staff/colleagues'
import { heldRights } from '@open-oms/contracts/permissions'
import { collectProblems } from '@open-oms/contracts/problems'
import type { Caller } from '@open-oms/service-kit/authentication/caller'
import { lookKey } from '@open-oms/service-kit/config/look-alike'
import type { Database } from '@open-oms/service-kit/database/database'
import { deleteInBatches } from '@open-oms/service-kit/database/delete-in-batches'
import { Sql, statement } from '@open-oms/service-kit/database/statement'
import { personKey } from '../../order/rules/staff/staff-notifications.ts'
import type { OrderDeps } from '../../order/write/order-deps.ts'

type Deps = Pick<Database, 'query'> & Pick<OrderDeps, 'now' | 'config'>

/** People whom a provider let in are known for as long after they were last here. */
const KNOWN_DAYS = 90
const DAY_MS = 86_400_000

const findKnown = statement({
  name: 'colleague-list',
  text: 'select user_name, display_name, store_ids from colleague where seen >= $1',
  parameters: [Sql.timestamptz],
  row: { user_name: Sql.text, display_name: Sql.text, store_ids: Sql.list(Sql.text) },
})

// The row of a person is written at most once a day, unless something of it differs.
const note = statement({
  name: 'colleague-note',
  text: `insert into colleague (person, user_name, display_name, store_ids, seen, look_keys) values ($1, $2, $3, $4, $5, $6)
    on conflict (person) do update set user_name = $2, display_name = $3, store_ids = $4, seen = $5, look_keys = $6
    where colleague.seen < $5 - interval '1 day'
      or (colleague.display_name, colleague.store_ids, colleague.look_keys) is distinct from ($3, $4, $6)`,
  parameters: [Sql.text, Sql.text, Sql.text, Sql.list(Sql.text), Sql.timestamptz, Sql.list(Sql.text)],
  row: {},
})

/**
 * Notes that a person works here whom the configuration does not name: a provider let them in
 * (security.md#colleagues). Programs are nobody's colleagues.
 */
export async function noteColleague(deps: Deps, { isPerson, actor, displayName, storeIds, roles }: Caller): Promise<void> {
  if (isPerson !== true || !roles.includes('OrderRead')) return
  const person = personKey(actor)
  if (deps.config().users.some(({ userName }) => personKey(userName) === person)) return
  const shown = displayName ?? actor
  await note.on(deps, person, actor, shown, [...(storeIds ?? [])], deps.now(), [lookKey(actor), lookKey(shown)])
}

export type ColleagueSearch = { searchText?: string | undefined; take: number }

/** Who may work on orders in stores of the caller, by display name (security.md#colleagues). */
export async function listColleagues(
  deps: Deps,
  caller: Caller,
  { searchText = '', take }: ColleagueSearch,
): Promise<Colleague[]> {
  const wanted = personKey(searchText.trim())
  const all = await visibleColleagues(deps, caller)
  return all
    .filter(({ userName, displayName }) => personKey(userName).includes(wanted) || personKey(displayName).includes(wanted))
    .toSorted((one, other) => one.displayName.localeCompare(other.displayName) || one.userName.localeCompare(other.userName))
    .slice(0, take)
}

async function visibleColleagues(deps: Deps, { storeIds }: Pick<Caller, 'storeIds'>): Promise<Colleague[]> {
  const { users, roles: namedRoles } = deps.config()
  const configured = users.filter(({ roles }) => heldRights(roles, namedRoles).roles.includes('OrderRead'))
  const known = await findKnown.on(deps, new Date(deps.now().getTime() - KNOWN_DAYS * DAY_MS))
  const others = known.map((row) => ({ userName: row.user_name, displayName: row.display_name, storeIds: row.store_ids }))
  const byName = new Map([...others, ...configured].map((person) => [personKey(person.userName), person]))
  const isShared = ({ storeIds: own }: Pick<User, 'storeIds'> | { storeIds: readonly string[] }) =>
    storeIds === null || own.length === 0 || own.some((id) => storeIds.includes(id))
  return [...byName.values()]
    .filter(isShared)
    .map(({ userName, displayName }) => ({ userName, displayName: displayName ?? userName }))
}

/**
 * The people that a note names, as they write their names, each once. Raises `ValidationFailed` for
 * who is no colleague of the caller.
 */
export async function requireColleagues(deps: Deps, caller: Caller, mentions: readonly string[] | undefined): Promise<string[]> {
  if (mentions === undefined || mentions.length === 0) return []
  const known = new Map((await visibleColleagues(deps, caller)).map(({ userName }) => [personKey(userName), userName]))
  const problems = collectProblems()
  const names = mentions.map((name, index) => {
    const found = known.get(personKey(name))
    if (found === undefined) problems.add(`mentions[${index}]`, `"${name}" is no colleague`)
    return found ?? name
  })
  problems.throwIfAny()
  return [...new Set(names)]
}

const REMOVED_MAX = 500
const removeGone = statement({
  name: 'colleague-remove',
  text: `delete from colleague where person in (
    select person from colleague where seen < $1 limit ${REMOVED_MAX} for update skip locked) returning person`,
  parameters: [Sql.timestamptz],
  row: { person: Sql.text },
})

/** Forgets people who have not been here for 90 days. Returns how many. */
export async function forgetColleagues({ query, now }: Pick<Database, 'query'> & { now: () => Date }, signal?: AbortSignal) {
  const until = new Date(now().getTime() - KNOWN_DAYS * DAY_MS)
  return deleteInBatches(() => removeGone.on({ query }, until), { size: REMOVED_MAX, signal })
}
