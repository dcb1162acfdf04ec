import { mkdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import envPaths from 'env-paths'
import { CommandFailure } from '../command-failure.ts'
import { exitCodes } from '../exit-codes.ts'
import { FolderIsLocked, holdLock } from '../lock-folder.ts'
import { writeWhole } from '../write-whole.ts'

/** How one system is reached: its gateway, and a token or the secret of an API client. */
export type Profile = { gateway: string; clientId?: string; clientSecret?: string; token?: string }

/** `inUse` is the profile of commands that name none; null: the system of this machine. */
export type Profiles = { inUse: string | null; profiles: Record<string, Profile> }

/** The name of the system which `npm start` runs on this machine; no profile has it. */
export const LOCAL = 'local'

/**
 * The file with the profiles: `OMS_PROFILES_FILE`, else `profiles.json` in the folder of the user's
 * configuration.
 */
export function profilesFile(environment: NodeJS.ProcessEnv): string {
  return resolve(environment.OMS_PROFILES_FILE || join(envPaths('oms', { suffix: '' }).config, 'profiles.json'))
}

/**
 * Reads the profiles; none when there is no file. Raises `CommandFailure` for a file that others
 * may read, or that is damaged.
 */
export function readProfiles(environment: NodeJS.ProcessEnv): Profiles {
  const file = profilesFile(environment)
  const text = readIfThere(file)
  if (text === null) return { inUse: null, profiles: {} }
  refuseReadableByOthers(file)
  try {
    const profiles: unknown = JSON.parse(text)
    if (isProfiles(profiles)) return profiles
    throw new Error('It has another form.')
  } catch (error) {
    const remedy = 'Correct it, or remove it and add the profiles again with `oms profile add`.'
    throw new CommandFailure(`${file} cannot be understood.`, { code: 'ProfilesDamaged', remedy, cause: error })
  }
}

const profileKeys = new Set(['gateway', 'clientId', 'clientSecret', 'token'])

// By hand: every command and every completion is here, and a library of schemas takes longer to
// load than they take.
function isProfiles(value: unknown): value is Profiles {
  if (!isRecord(value)) return false
  const { inUse, profiles, ...others } = value
  const isWhole = (inUse === null || typeof inUse === 'string') && isRecord(profiles) && Object.keys(others).length === 0
  return isWhole && Object.values(profiles).every(isProfile)
}

function isProfile(value: unknown): boolean {
  if (!isRecord(value) || value.gateway === undefined) return false
  return Object.entries(value).every(([key, text]) => profileKeys.has(key) && typeof text === 'string')
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const PATIENCE_MS = 10_000

/**
 * Changes the profiles: read, changed and written while no other process does. Raises what `change`
 * and reading them raise, and `CommandFailure` when another process does not end.
 */
export async function changeProfiles(environment: NodeJS.ProcessEnv, change: (profiles: Profiles) => Profiles): Promise<void> {
  const file = profilesFile(environment)
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const release = await lockProfiles(dirname(file))
  try {
    // For their owner alone: they have secrets.
    await writeWhole(file, `${JSON.stringify(change(readProfiles(environment)), null, 2)}\n`, 0o600)
  } finally {
    await release()
  }
}

/** Other processes hold the lock for milliseconds only, so that waiting is short. */
async function lockProfiles(folder: string): Promise<() => Promise<void>> {
  const end = Date.now() + PATIENCE_MS
  for (;;) {
    try {
      return await holdLock(folder, 'changes the profiles')
    } catch (error) {
      if (!(error instanceof FolderIsLocked)) throw error
      if (Date.now() > end) throw new CommandFailure(error.message, { code: 'ProfilesLocked' })
    }
  }
}

/** No profile has this name. */
export function unknownProfile(name: string): CommandFailure {
  const remedy = 'List the profiles with `oms profile list`, or add it with `oms profile add`.'
  return new CommandFailure(`There is no profile "${name}".`, { exitCode: exitCodes.WrongUsage, code: 'UnknownProfile', remedy })
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** A secret that others may read is none any more. Windows has no such modes. */
function refuseReadableByOthers(file: string): void {
  if (process.platform === 'win32' || (statSync(file).mode & 0o077) === 0) return
  const remedy = `Run: chmod 600 ${file}; and change the secrets in it where others use this machine.`
  throw new CommandFailure(`${file} can be read by others, and has secrets in it.`, { code: 'ProfilesReadable', remedy })
}
