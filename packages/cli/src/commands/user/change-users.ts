import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isKeptHash } from '@open-oms/contracts/config/access/secret-hash'
import {
  findUserClientProblems,
  findUserProblems,
  findUserRoleProblems,
  findUserStoreProblems,
  type User,
  usersFile,
} from '@open-oms/contracts/config/access/users'
import type { ConfigProblem } from '@open-oms/contracts/config/config-file'
import { type TenantConfig, tenantConfigFiles } from '@open-oms/contracts/config/tenant-config'
import { checkConfigFile } from '@open-oms/service-kit/config/check-config-file'
import { loadTenantConfig, problemText } from '@open-oms/service-kit/config/load-tenant-config'
import { newLookAlikeFault } from '@open-oms/service-kit/config/look-alike-users'
import { CommandFailure, wrongUsage } from '../../command-failure.ts'
import { FolderIsLocked, holdLock } from '../../lock-folder.ts'
import { writeWhole } from '../../write-whole.ts'
import { type Folders, readCredentials, writeCredentials } from './credential-file.ts'

/** A person as the file has it: what is left out has its default. */
export type WrittenUser = Pick<User, 'userName' | 'roles'> & Partial<User>
type UsersContent = { users: WrittenUser[] }
type Surroundings = Pick<TenantConfig, 'stores' | 'apiClients' | 'roles'>

/**
 * Reads the people of a configuration folder. Raises `CommandFailure` when the folder cannot be
 * used.
 */
export async function readUsers(folder: string): Promise<User[]> {
  return checked(folder, await readText(folder), await readSurroundings(folder))
}

/**
 * Changes the people of a configuration folder; everything else in the file stays. Hashes go to
 * `credentials.json`, those that stood beside the people before too. The result is checked as the
 * gateway checks it, and each file is written whole or not at all.
 */
export async function changeUsers(folders: Folders, change: (users: WrittenUser[]) => WrittenUser[]): Promise<void> {
  const { config: folder } = folders
  const surroundings = await readSurroundings(folder)
  const release = await lock(folder)
  try {
    const before = await readText(folder)
    checked(folder, before, surroundings)
    const content = JSON.parse(before) as UsersContent
    const credentials = await readCredentials(folders)
    const next = change(content.users)
    assertNoNewLookAlike(content.users, next)
    const removed = content.users.filter(({ userName }) => findUser(next, userName) === undefined)
    const hashed = next.flatMap(({ userName, passwordHash }) => (isHash(passwordHash) ? [{ userName, passwordHash }] : []))
    const gone = [...removed, ...hashed]
    const kept = (credentials.users ?? []).filter(({ userName }) => findUser(gone, userName) === undefined)
    const users = next.map(({ passwordHash, ...user }) => (isHash(passwordHash) ? user : { ...user, passwordHash }))
    const after = `${JSON.stringify({ ...content, users }, null, 2)}\n`
    checked(folder, after, surroundings)
    if (gone.length > 0) await writeCredentials(folders, { ...credentials, users: [...kept, ...hashed] })
    await writeWhole(join(folder, usersFile.file), after)
  } finally {
    await release()
  }
}

function isHash(text: string | null | undefined): text is string {
  return typeof text === 'string' && !isKeptHash(text)
}

/**
 * Raises what the gateway would refuse of a person with this name, roles and stores, before a
 * password is asked for.
 */
export async function assertCanBeAdded(folder: string, user: WrittenUser): Promise<void> {
  const users = await readUsers(folder)
  if (findUser(users, user.userName) !== undefined) throw knownUser(user.userName)
  assertNoNewLookAlike(users, [...users, user])
  checked(folder, JSON.stringify({ users: [user] }), await readSurroundings(folder))
}

function assertNoNewLookAlike(before: readonly WrittenUser[], after: readonly WrittenUser[]): void {
  const fault = newLookAlikeFault(before, after)
  if (fault !== null) throw wrongUsage(`${fault}. Choose another name.`)
}

/**
 * The person of this name: letter case and the way accents are written do not distinguish people.
 */
export function findUser<T extends { userName: string }>(users: readonly T[], userName: string): T | undefined {
  return users.find((user) => isSameName(user.userName, userName))
}

/** Whether two names are of one person, as at the sign-in. */
export function isSameName(one: string, other: string): boolean {
  return nameKey(one) === nameKey(other)
}

/** Someone has this name already. */
export function knownUser(userName: string): CommandFailure {
  return wrongUsage(`There is a user "${userName}". Change the password with \`oms user password\`, or remove the user first.`)
}

/** Nobody has this name. */
export function unknownUser(userName: string): CommandFailure {
  return wrongUsage(`There is no user "${userName}". List the users with \`oms user list\`.`)
}

function nameKey(userName: string): string {
  return userName.normalize('NFC').toLowerCase()
}

async function readText(folder: string): Promise<string> {
  const file = join(folder, usersFile.file)
  return existsSync(file) ? await readFile(file, 'utf8') : JSON.stringify(usersFile.whenMissing)
}

async function readSurroundings(folder: string): Promise<Surroundings> {
  try {
    return await loadTenantConfig({
      directory: folder,
      files: tenantConfigFiles,
      checks: [],
      names: ['stores', 'apiClients', 'roles'],
    })
  } catch (error) {
    throw new CommandFailure((error as Error).message, { code: 'InvalidConfiguration', remedy: 'Name the folder with --config.' })
  }
}

function checked(folder: string, text: string, { stores, apiClients, roles }: Surroundings): User[] {
  const result = checkConfigFile(usersFile, text)
  if ('problems' in result) throw refused(folder, result.problems)
  const users = result.content as User[]
  const problems = [
    ...findUserProblems(users),
    ...findUserStoreProblems(users, stores),
    ...findUserClientProblems(users, apiClients),
    ...findUserRoleProblems(users, roles),
  ]
  if (problems.length > 0) throw refused(folder, problems)
  return users
}

function refused(folder: string, problems: readonly ConfigProblem[]): CommandFailure {
  const lines = problems.map((problem) => `${problemText(folder, problem)}. ${problem.remedy}`)
  return new CommandFailure(lines.join('\n'), { code: 'InvalidConfiguration', remedy: 'Nothing was written.' })
}

async function lock(folder: string): Promise<() => Promise<void>> {
  try {
    return await holdLock(folder, 'changes the users')
  } catch (error) {
    if (error instanceof FolderIsLocked) throw new CommandFailure(error.message, { code: 'UsersLocked' })
    throw error
  }
}
