import { randomBytes } from 'node:crypto'
import { type DatabaseService, databaseServices } from './service-names.ts'

/** The passwords of the user of each service and of the owner of its database. */
export type DatabasePasswords = Record<DatabaseService, { login: string; owner: string }>

/** Makes up a password for each user. */
export function newDatabasePasswords(): DatabasePasswords {
  const password = () => randomBytes(18).toString('hex')
  return Object.fromEntries(
    databaseServices.map((service) => [service, { login: password(), owner: password() }]),
  ) as DatabasePasswords
}
