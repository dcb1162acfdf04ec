import { isKeptHash } from '@open-oms/contracts/config/access/secret-hash'
import { usersFile } from '@open-oms/contracts/config/access/users'
import { invalid } from '@open-oms/contracts/errors'
import type { ConfigurationUserRequest, DocumentChange } from '@open-oms/contracts/orders/configuration/documents'
import { withUser } from '../domain/changed-users.ts'
import { jsonText } from './read-documents.ts'
import { changeDocument, type DocumentWrite, usersIn, type WriteDeps } from './write-document.ts'

/**
 * Adds a person, or changes one, as a new version of `users.json`
 * (configuration.md#stored-documents). In place of the password the gateway sends the name under
 * which it keeps the hash. Raises `ValidationFailed`, `VersionConflict`, `Forbidden`.
 */
export async function putUser(
  deps: WriteDeps,
  write: Omit<DocumentWrite, 'name' | 'note'>,
  { userName, request }: { userName: string; request: ConfigurationUserRequest },
): Promise<DocumentChange> {
  const { password, note = null, ...change } = request
  if (password !== undefined && !isKeptHash(password))
    throw invalid('password', 'cannot be kept: the gateway, which keeps passwords, has not taken it')
  return changeDocument(deps, { ...write, name: usersFile.file, note }, async (before) =>
    jsonText({ users: withUser(usersIn(before), { ...change, userName, passwordHash: password ?? null }) }),
  )
}
