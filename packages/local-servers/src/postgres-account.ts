import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { StartError } from './start-error.ts'

/**
 * The user that PostgreSQL runs as. It refuses to run as root, so root lends it the user
 * `postgres`.
 */
export type Account = { uid: number; gid: number }

// Where root keeps what the user `postgres` must read when the project is in a folder that it may
// not enter (such as /root).
const sharedFolder = '/var/lib/open-order-management'

/**
 * The account to run PostgreSQL with: null when this program is not root and PostgreSQL runs as its
 * own user.
 */
export function postgresAccount(): Account | null {
  if (userInfo().uid !== 0) return null
  return findAccount('postgres') ?? createAccount()
}

function findAccount(user: string): Account | null {
  try {
    const id = (flag: string) => Number(execFileSync('id', [flag, user], { stdio: ['ignore', 'pipe', 'ignore'] }))
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    return null
  }
}

function createAccount(): Account {
  try {
    execFileSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres'])
  } catch {
    // Judged by the result: another start may have created the user at the same moment.
  }
  const account = findAccount('postgres')
  if (account) return account
  throw new StartError('PostgreSQL cannot run as root, and the user "postgres" could not be created: run as another user.')
}

/** Whether `account` may enter every folder on the way to `path`. */
function canReach(account: Account, path: string): boolean {
  for (let folder = path; ; folder = dirname(folder)) {
    if (existsSync(folder) && !mayEnter(account, folder)) return false
    if (folder === dirname(folder)) return true
  }
}

function mayEnter(account: Account, folder: string): boolean {
  const { uid, gid, mode } = statSync(folder)
  if (uid === account.uid) return (mode & 0o100) !== 0
  if (gid === account.gid) return (mode & 0o010) !== 0
  return (mode & 0o001) !== 0
}

function makeSharedFolder(): void {
  mkdirSync(sharedFolder, { recursive: true })
  chmodSync(sharedFolder, 0o755)
}

/**
 * The folder of PostgreSQL's programs, copied to where `account` can reach it when it cannot reach
 * the project.
 */
export function reachablePrograms(nativeFolder: string, version: string, account: Account | null): string {
  if (!account || canReach(account, nativeFolder)) return nativeFolder
  const copy = join(sharedFolder, `postgres-${version}-${process.arch}`)
  if (existsSync(copy)) return copy
  makeSharedFolder()
  const unfinished = mkdtempSync(join(sharedFolder, 'unfinished-'))
  cpSync(nativeFolder, join(unfinished, 'native'), { recursive: true, dereference: true })
  // An umask such as 077 made them readable for their owner only.
  execFileSync('chmod', ['-R', 'a+rX', join(unfinished, 'native')])
  if (!existsSync(copy)) renameSync(join(unfinished, 'native'), copy)
  rmSync(unfinished, { recursive: true, force: true })
  return copy
}

// The data folder itself may be closed to others (as temporary folders are): they may pass through
// it, but not list it.
function openForPassing(folder: string): void {
  const { mode } = statSync(folder)
  if ((mode & 0o011) !== 0o011) chmodSync(folder, mode | 0o011)
}

/**
 * Makes `folder` a folder in which `account` can keep its files. When it cannot reach that place,
 * `folder` becomes a link to one that it can: removing the data folder then removes the link, and
 * the next start begins with an empty one. Returns the real path.
 */
export function reachableData(folder: string, account: Account | null): string {
  const isThere = lstatSync(folder, { throwIfNoEntry: false }) !== undefined
  if (isThere && !existsSync(folder)) rmSync(folder)
  if (existsSync(folder)) return realpathSync(folder)
  mkdirSync(dirname(folder), { recursive: true })
  if (account) openForPassing(dirname(folder))
  if (account && !canReach(account, dirname(folder))) {
    makeSharedFolder()
    symlinkSync(mkdtempSync(join(sharedFolder, 'data-')), folder)
  } else mkdirSync(folder, { mode: 0o700 })
  if (account) chownSync(folder, account.uid, account.gid)
  return realpathSync(folder)
}
