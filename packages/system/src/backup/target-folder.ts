import { mkdir, mkdtemp, readdir, realpath, rename, rm, rmdir, stat } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path'
import { describeError, StartError } from '@open-oms/local-servers/start-error'

const unfinished = /\.unfinished-[A-Za-z0-9]{6}$/

/**
 * Makes the folder that becomes `target` when it is complete. Names those of runs that were killed:
 * whether another run still fills one is not known here, so that they are left.
 */
export async function makeUnfinished(target: string, print: (text: string) => void): Promise<string> {
  for (const name of await readdir(dirname(target)))
    if (unfinished.test(name))
      print(`${join(dirname(target), name)} is of a run that did not end. Remove it: it holds customer data and secrets.`)
  return await mkdtemp(`${target}.unfinished-`)
}

export type Target = {
  /** Where the backup will be, with links followed. */
  to: string
  /** The folder beside it that becomes the backup when it is complete. */
  folder: string
  /** Removes what was made: the folder, and those above it that were missing. */
  remove(): Promise<void>
}

type TargetFolderOptions = {
  /** What is backed up: a backup inside of it would hold itself, and go with it. */
  kept: readonly string[]
  print: (text: string) => void
}

/**
 * Makes the folder that becomes a backup (backups.md#backing-up). Throws a StartError where no
 * backup can go, and leaves nothing then.
 */
export async function prepareTarget(given: string, { kept, print }: TargetFolderOptions): Promise<Target> {
  const to = await resolveRealPath(given)
  for (const folder of kept)
    if (isInside(to, await resolveRealPath(folder)))
      throw new StartError(`${given} is inside of ${folder}, which is backed up: a backup goes to a folder elsewhere.`)
  await refuseFileAbove(to)
  await refuseContent(to)
  let made: string | undefined
  const removeParents = async () => {
    if (made === undefined) return
    for (let parent = dirname(to); isInside(parent, made); parent = dirname(parent)) await rmdir(parent).catch(() => undefined)
  }
  try {
    made = await mkdir(dirname(to), { recursive: true })
    const folder = await makeUnfinished(to, print)
    const remove = async () => {
      await rm(folder, { recursive: true, force: true })
      await removeParents()
    }
    return { to, folder, remove }
  } catch (error) {
    await removeParents()
    throw new StartError(`No backup can be made in ${dirname(to)}: ${describeError(error)}.`)
  }
}

/**
 * Gives the complete folder its name. Throws a StartError when another backup was faster, or the
 * name cannot be given.
 */
export async function putInPlace(folder: string, to: string): Promise<void> {
  await refuseContent(to)
  try {
    await rename(folder, to)
  } catch (error) {
    throw new StartError(`The backup cannot get the name ${to}; give a folder that does not exist yet. ${describeError(error)}.`)
  }
}

async function refuseContent(to: string): Promise<void> {
  const found = await stat(to).catch(() => null)
  if (found === null) return
  if (!found.isDirectory()) throw new StartError(`${to} is a file: a backup goes to a folder of its own.`)
  if ((await readdir(to)).length > 0) throw new StartError(`${to} is not empty: a backup goes to a folder of its own.`)
}

/** Where what is there of the way to `to` ends in a file, nothing can be made. */
async function refuseFileAbove(to: string): Promise<void> {
  for (let above = dirname(to); ; above = dirname(above)) {
    const found = await stat(above).catch(() => null)
    if (found?.isDirectory()) return
    if (found !== null) throw new StartError(`${above} is a file: no backup can be made below it. Give another folder.`)
    if (above === dirname(above)) return
  }
}

/** With the links followed of what is there. */
async function resolveRealPath(path: string): Promise<string> {
  const parent = dirname(path)
  const missing = async () => (parent === path ? path : join(await resolveRealPath(parent), basename(path)))
  return await realpath(path).catch(missing)
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return !isAbsolute(way) && way !== '..' && !way.startsWith(`..${sep}`)
}
