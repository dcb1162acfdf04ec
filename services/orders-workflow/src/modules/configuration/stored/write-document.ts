import { type NamedRole, rolesFile } from '@open-oms/contracts/config/access/roles'
import { type User, usersFile } from '@open-oms/contracts/config/access/users'
import { STORED_BYTES_MAX } from '@open-oms/contracts/config/stored-documents'
import { DomainError, type ErrorTexts, invalid } from '@open-oms/contracts/errors'
import { type DocumentChange, TEMPLATE_BYTES_MAX } from '@open-oms/contracts/orders/configuration/documents'
import { type Caller, requirePermission } from '@open-oms/service-kit/authentication/caller'
import { checkConfigFile } from '@open-oms/service-kit/config/check-config-file'
import type { ConfigFinding } from '@open-oms/service-kit/config/find-config-findings'
import { newLookAlikeFault } from '@open-oms/service-kit/config/look-alike-users'
import { fingerprint } from '@open-oms/service-kit/config/without-secrets'
import { packedDocuments } from '@open-oms/service-kit/events/shared-documents'
import type { IfMatch } from '@open-oms/service-kit/http/etag'
import type { OrderDeps } from '../../../order/write/order-deps.ts'
import { assertMayChangeRoles, assertMayChangeUsers } from '../domain/changed-users.ts'
import { appendVersion, type NewestVersions, readNewestVersions, readVersion, storedDocuments } from './document-store.ts'
import {
  folderText,
  jsonText,
  requireStorable,
  type StoredConfigurationDeps,
  shownDocument,
  versionNotFound,
} from './read-documents.ts'

export type WriteDeps = StoredConfigurationDeps & Pick<OrderDeps, 'inTransaction' | 'now' | 'config'>

export type DocumentWrite = {
  name: string
  note: string | null
  isDryRun: boolean
  ifMatch: IfMatch | null
  caller: Caller
}

/** Of several writers at the same moment, each checks what the ones before it have stored. */
const ATTEMPTS = 10

/**
 * Stores a text as the next version of a document, after a check of the whole configuration with
 * it; null: the file counts again (configuration.md#stored-documents). A secret that is written as
 * its fingerprint stays. Raises `ValidationFailed`, `VersionConflict`, `Forbidden`.
 */
export async function putDocument(deps: WriteDeps, write: DocumentWrite, text: string | null): Promise<DocumentChange> {
  return changeDocument(deps, write, async (before) => (text === null ? null : withSecretsOf(before, write.name, text)))
}

/**
 * Stores the text of a former version again. People of whom it no longer has a password keep the
 * one that they have now. Raises as `putDocument`, and `NotFound`.
 */
export async function restoreDocument(deps: WriteDeps, write: DocumentWrite, version: number): Promise<DocumentChange> {
  return changeDocument(deps, write, async (before) => {
    if (version === 0) return null
    const stored = await readVersion(deps, write.name, version)
    if (stored === null) throw versionNotFound(write.name, version)
    return write.name === usersFile.file && stored.content !== null ? withPasswordsOf(before, stored.content) : stored.content
  })
}

/**
 * Stores what `change` makes of the text that counts now: the stored one, else that of the folder.
 */
export async function changeDocument(
  deps: WriteDeps,
  write: DocumentWrite,
  change: (before: string | null) => Promise<string | null>,
): Promise<DocumentChange> {
  requireStorable(write.name)
  const isOfPeople = write.name === usersFile.file || write.name === rolesFile.file
  requirePermission(write.caller, isOfPeople ? 'Users' : 'Configuration')
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const result = await tryChange(deps, write, change)
    if (result !== null) return result
  }
  throw new DomainError('ResourceLocked', 'The configuration is being modified concurrently; retry.')
}

/** Null when another document was stored meanwhile. */
async function tryChange(
  deps: WriteDeps,
  write: DocumentWrite,
  change: (before: string | null) => Promise<string | null>,
): Promise<DocumentChange | null> {
  const { name, isDryRun } = write
  const newest = await readNewestVersions(deps)
  const stored = newest.byName.get(name) ?? null
  assertCurrent(write, stored?.version ?? 0)
  const ofFolder = await folderText(deps, name)
  const before = stored?.content ?? ofFolder
  const text = await change(before)
  if (name === usersFile.file) assertPeople(deps, write.caller, { before, after: text ?? ofFolder })
  if (name === rolesFile.file) assertRoles(write.caller, before, text ?? ofFolder)
  const findings = await checkWith(deps, newest, { name, content: text })
  if (isDryRun || text === (stored?.content ?? null)) {
    if (!isDryRun) assertNoErrors(findings, name)
    return { document: shownDocument(name, stored), isChanged: false, findings }
  }
  assertNoErrors(findings, name)
  const { note, caller } = write
  const next = { name, version: (stored?.version ?? 0) + 1, content: text, changed: deps.now(), changedBy: caller.clientId, note }
  const isStored = await deps.inTransaction((tx) => appendVersion(tx, next, newest.sequence))
  if (!isStored) return null
  await deps.storedConfiguration.look()
  return { document: shownDocument(name, next), isChanged: true, findings }
}

/** The second of two writers is told that the first was there. */
function assertCurrent({ name, ifMatch }: DocumentWrite, version: number): void {
  if (ifMatch === null || ifMatch.matches(String(version))) return
  throw new DomainError('VersionConflict', `${name} has changed since the version in If-Match.`, {
    fields: { currentVersionId: String(version), changedFields: [] },
  })
}

async function checkWith(
  { storedConfiguration }: WriteDeps,
  newest: NewestVersions,
  { name, content: text }: { name: string; content: string | null },
): Promise<ConfigFinding[]> {
  const { [name]: _, ...others } = storedDocuments(newest)
  const documents = text === null ? others : { ...others, [name]: text }
  if (name !== usersFile.file && Buffer.byteLength(text ?? '') > TEMPLATE_BYTES_MAX)
    throw invalid('text', `must be at most ${TEMPLATE_BYTES_MAX / 1_024} KiB`)
  if (packedDocuments(documents).length > STORED_BYTES_MAX)
    throw invalid('text', 'is too much: all documents together are at most 900 kB when compressed')
  return storedConfiguration.findings(documents)
}

/** Errors by path: of this document the paths in it, of others after their name. */
function assertNoErrors(findings: readonly ConfigFinding[], name: string): void {
  const errors: ErrorTexts = {}
  for (const { severity, file, pointer, line, reason, remedy } of findings) {
    if (severity !== 'error') continue
    const place = pointer === '' && line !== null && !file.endsWith('.json') ? `line ${line}` : pointer
    const path = file === name ? place || file : [file, place].filter(Boolean).join(' ')
    errors[path] = [...(errors[path] ?? []), `${reason}. ${remedy}`]
  }
  const [first] = Object.entries(errors)
  if (first !== undefined)
    throw new DomainError('ValidationFailed', `The configuration would be refused: ${first[0]} ${first[1][0]}`, { errors })
}

type Texts = { before: string | null; after: string | null }

function assertPeople({ config }: Pick<WriteDeps, 'config'>, caller: Caller, { before, after }: Texts): void {
  const next = readUsers(after)
  // What is no list of people is refused by the check, which says where.
  if (next === null) return
  const users = usersIn(before)
  assertMayChangeUsers(caller, { users, namedRoles: config().roles }, next)
  const fault = newLookAlikeFault(users, next)
  if (fault !== null) throw invalid('userName', `cannot be taken: ${fault}`)
}

function assertRoles(caller: Caller, before: string | null, after: string | null): void {
  const next = readRoles(after)
  if (next !== null) assertMayChangeRoles(caller, readRoles(before) ?? [], next)
}

/** Null for a text that is not valid. */
function readRoles(text: string | null): readonly NamedRole[] | null {
  if (text === null) return []
  const checked = checkConfigFile(rolesFile, text)
  return 'content' in checked ? (checked.content as NamedRole[]) : null
}

/**
 * The people of a text that counts. Raises `ValidationFailed` for a file of the folder that was
 * broken after it was loaded: nobody in it must be lost.
 */
export function usersIn(text: string | null): readonly User[] {
  const users = readUsers(text)
  if (users === null) throw invalid('name', `cannot be changed: ${usersFile.file} of the folder is not valid`)
  return users
}

/** Null for a text that is not valid. */
function readUsers(text: string | null): readonly User[] | null {
  if (text === null) return []
  const checked = checkConfigFile(usersFile, text)
  return 'content' in checked ? (checked.content as User[]) : null
}

/** A former text of people, where those without a hash have that of the text that counts now. */
function withPasswordsOf(before: string | null, text: string): string {
  const hashes = new Map(usersIn(before).map(({ userName, passwordHash }) => [userName, passwordHash]))
  const content: { users: { userName: string; passwordHash?: string | null }[] } = JSON.parse(text)
  const users = content.users.map((user) => {
    const passwordHash = user.passwordHash ?? hashes.get(user.userName) ?? null
    return passwordHash === null ? user : { ...user, passwordHash }
  })
  return jsonText({ ...content, users })
}

/**
 * The text with the secrets of the one before in place of their fingerprints, as responses show
 * them. Raises `ValidationFailed` for a hash that was not there: all services read what is stored.
 * What is no JSON is left to the check.
 */
function withSecretsOf(before: string | null, name: string, text: string): string {
  if (name !== usersFile.file) return text
  const hashes = usersIn(before).flatMap(({ passwordHash }) => (passwordHash === null ? [] : [passwordHash]))
  const known = new Map(hashes.flatMap((hash) => [[fingerprint(hash), hash] as const, [hash, hash] as const]))
  const put = (key: string, value: unknown) => {
    if (key !== 'passwordHash' || typeof value !== 'string') return value
    const hash = known.get(value)
    if (hash === undefined) throw invalid('text', 'must have no hash that is not there yet: give the person a password instead')
    return hash
  }
  try {
    return jsonText(JSON.parse(text, put))
  } catch (error) {
    if (error instanceof DomainError) throw error
    return text
  }
}
