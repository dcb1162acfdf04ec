import { existsSync } from 'node:fs'
import { open, readFile, realpath, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ConfigProblem } from '@oms/contracts/config/config-file'
import { type TenantConfig, tenantConfigFiles } from '@oms/contracts/config/tenant-config'
import {
  findUserClientProblems,
  findUserProblems,
  findUserRoleProblems,
  findUserStoreProblems,
  type User,
  usersFile,
} from '@oms/contracts/config/users'
import { checkConfigFile } from '@oms/service-kit/config/check-config-file'
import { loadTenantConfig, problemText } from '@oms/service-kit/config/load-tenant-config'
import { CommandFailure, wrongUsage } from '../../command-failure.ts'
import { FolderIsLocked, holdLock } from '../../lock-folder.ts'

/** A person as the file has it: what is left out has its default. */
export type WrittenUser = Pick<User, 'userName' | 'passwordHash' | 'roles'> & Partial<User>
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
 * Changes the people of a configuration folder; everything else in the file stays. The result is
 * checked as the gateway checks it and is written whole or not at all.
 */
export async function changeUsers(folder: string, change: (users: WrittenUser[]) => WrittenUser[]): Promise<void> {
  const surroundings = await readSurroundings(folder)
  const release = await lock(folder)
  try {
    const before = await readText(folder)
    checked(folder, before, surroundings)
    const content = JSON.parse(before) as UsersContent
    const after = `${JSON.stringify({ ...content, users: change(content.users) }, null, 2)}\n`
    checked(folder, after, surroundings)
    await writeWhole(join(folder, usersFile.file), after)
  } finally {
    await release()
  }
}

/**
 * Raises what the gateway would refuse of a person with this name, roles and stores, before a
 * password is asked for.
 */
export async function assertCanBeAdded(folder: string, user: WrittenUser): Promise<void> {
  const users = await readUsers(folder)
  if (findUser(users, user.userName) !== undefined) throw knownUser(user.userName)
  checked(folder, JSON.stringify({ users: [user] }), await readSurroundings(folder))
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

/** The first one may be read by nobody else; whoever runs the gateway gives it what it needs. */
const NEW_FILE_MODE = 0o600

/** Replaces the file atomically, where a link leads to, with the mode that it has. */
async function writeWhole(path: string, text: string): Promise<void> {
  const isThere = existsSync(path)
  const file = isThere ? await realpath(path) : path
  const unfinished = `${file}.${process.pid}.new`
  try {
    const handle = await open(unfinished, 'w', NEW_FILE_MODE)
    try {
      if (isThere) await handle.chmod((await stat(file)).mode & 0o777)
      await handle.writeFile(text)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(unfinished, file)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}
