import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type NatsUser, natsPasswordVariable, natsUsers } from '@open-oms/contracts/events/nats-user-names'
import { root } from '../root.ts'

/** The users of the nats-server with their rights, generated from the contracts. */
export const natsUsersFile = join(root, 'deploy', 'nats-users.conf')

/** A password for each user at NATS. */
export type NatsPasswords = Record<NatsUser, string>

/** Makes up a password for each user. */
export function newNatsPasswords(): NatsPasswords {
  return Object.fromEntries(natsUsers.map((user) => [user, randomBytes(18).toString('hex')])) as NatsPasswords
}

/**
 * The part of a server's configuration that lets in these users with their rights
 * (security.md#rights-at-nats).
 */
export function natsAuthorization(passwords: NatsPasswords): string {
  const variables = natsUsers.map((user) => `${natsPasswordVariable(user)}: ${JSON.stringify(passwords[user])}`)
  return `${variables.join('\n')}\n${readFileSync(natsUsersFile, 'utf8')}`
}

/** The address of a server with the credentials of each user in it. */
export function buildNatsUrls(url: string, passwords: NatsPasswords): Record<NatsUser, string> {
  const userUrl = (user: NatsUser) => url.replace('//', `//${user}:${encodeURIComponent(passwords[user])}@`)
  return Object.fromEntries(natsUsers.map((user) => [user, userUrl(user)])) as Record<NatsUser, string>
}
