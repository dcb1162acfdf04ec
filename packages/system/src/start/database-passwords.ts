import { randomBytes } from 'node:crypto'
import { type DatabaseService, databaseServices } from './service-names.ts'

/**
 * The passwords of the user of each service, of the owner of its database, and of the user of
 * reports.
 */
export type DatabasePasswords = Record<DatabaseService, { login: string; owner: string; reporting: string }>

/** Makes up a password for each user. */
export function newDatabasePasswords(): DatabasePasswords {
  const password = () => randomBytes(18).toString('hex')
  return Object.fromEntries(
    databaseServices.map((service) => [service, { login: password(), owner: password(), reporting: password() }]),
  ) as DatabasePasswords
}
