import { usersFile } from '@oms/contracts/config/users'
import { DomainError } from '@oms/contracts/errors'
import type { ConfigurationUserRequest, DocumentChange } from '@oms/contracts/orders/configuration/documents'
import { passwordFault } from '@oms/service-kit/config/password-fault'
import { hashPassword } from '@oms/service-kit/config/secret-hash'
import { withUser } from '../domain/changed-users.ts'
import { jsonText } from './read-documents.ts'
import { changeDocument, type DocumentWrite, usersIn, type WriteDeps } from './write-document.ts'

/**
 * Adds a person, or changes one, as a new version of `users.json`
 * (configuration.md#stored-documents). The password is kept as a hash alone. Raises
 * `ValidationFailed`, `VersionConflict`, `Forbidden`.
 */
export async function putUser(
  deps: WriteDeps,
  write: Omit<DocumentWrite, 'name' | 'note'>,
  { userName, request }: { userName: string; request: ConfigurationUserRequest },
): Promise<DocumentChange> {
  const { password, note = null, ...change } = request
  const fault = password === undefined ? null : await passwordFault(password, userName)
  if (fault !== null) throw new DomainError('ValidationFailed', fault, { errors: { password: [fault] } })
  const passwordHash = password === undefined ? null : await hashPassword(password)
  return changeDocument(deps, { ...write, name: usersFile.file, note }, async (before) =>
    jsonText({ users: withUser(usersIn(before), { ...change, userName, passwordHash }) }),
  )
}
