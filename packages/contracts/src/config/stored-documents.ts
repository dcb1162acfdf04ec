import { rolesFile } from './access/roles.ts'
import { usersFile } from './access/users.ts'
import { orderHandlingFile } from './order-handling.ts'
import { templatesFolder } from './templates.ts'

/**
 * Where the documents that count in place of files reach all processes: a stream whose last message
 * has all of them (configuration.md#stored-documents). It can be filled again at any time.
 */
export const documentStream = { name: 'CONFIGURATION', subject: 'configuration.documents' } as const

/** All documents together, compressed: what fits into one message of the server. */
export const STORED_BYTES_MAX = 900_000

/** The JSON files that may be changed without the folder. */
export const storableFiles = [usersFile.file, rolesFile.file, orderHandlingFile.file] as const

const TEMPLATE = new RegExp(`^${templatesFolder.folder}/(?!\\.)[A-Za-z0-9._-]{1,100}(/(?!\\.)[A-Za-z0-9._-]{1,100})?$`)

/** Whether a document may be stored in place of a file: people, order handling, and templates. */
export function isStorable(name: string): boolean {
  if ((storableFiles as readonly string[]).includes(name)) return true
  return TEMPLATE.test(name) && name.endsWith(templatesFolder.ending)
}
