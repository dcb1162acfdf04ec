import { type User, usersFile } from '@open-oms/contracts/config/access/users'
import type { ConfigProblem } from '@open-oms/contracts/config/config-file'
import { tenantConfigWarning } from '@open-oms/contracts/config/tenant-config'
import { lookKey, looksLike } from './look-alike.ts'

type Named = Pick<User, 'userName'>

const nameKey = ({ userName }: Named) => userName.normalize('NFC').toLowerCase()

/**
 * Why a person cannot be added: the name of the first new one that may be taken for that of another
 * person, as a sentence; null when there is none (security.md#people). People who were there before
 * stay, whatever their names look like.
 */
export function newLookAlikeFault(before: readonly Named[], after: readonly Named[]): string | null {
  const former = new Set(before.map(nameKey))
  const found = lookAlikes(after).find(({ one, other }) => !former.has(nameKey(one)) || !former.has(nameKey(other)))
  if (found === undefined) return null
  const [added, known] = former.has(nameKey(found.one)) ? [found.other, found.one] : [found.one, found.other]
  return lookAlikeText(added, known)
}

/** Warnings about people of whom one may be taken for the other. */
export function findLookAlikeUsers(users: readonly Named[]): ConfigProblem[] {
  return lookAlikes(users).map(({ one, other, index }) => ({
    file: usersFile.file,
    path: `users[${index}].userName`,
    reason: lookAlikeText(one, other),
    remedy: 'Give one of the two another name: versions and timelines show who did something by it.',
  }))
}

/** Warns of them, at a start and in the check of the configuration. */
export const lookAlikeWarning = tenantConfigWarning(['users'], ({ users }) => findLookAlikeUsers(users))

function lookAlikeText(one: Named, other: Named): string {
  return `"${one.userName}" looks like "${other.userName}", the name of another person, but has other letters`
}

/** Each person whose name looks like that of one before. */
function lookAlikes(users: readonly Named[]): { one: Named; other: Named; index: number }[] {
  const byLook = Map.groupBy(users.entries(), ([, { userName }]) => lookKey(userName))
  return [...byLook.values()].flatMap((alike) =>
    alike.flatMap(([index, one], position) => {
      const other = alike.slice(0, position).find(([, user]) => isLookAlike(one, user))?.[1]
      return other === undefined ? [] : [{ one, other, index }]
    }),
  )
}

function isLookAlike(one: Named, other: Named): boolean {
  return nameKey(one) !== nameKey(other) && looksLike(one.userName, other.userName)
}
