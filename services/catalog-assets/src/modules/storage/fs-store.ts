import { randomUUID } from 'node:crypto'
import type { Stats } from 'node:fs'
import { constants, copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { invariant } from '@open-oms/contracts/errors'
import {
  type ByteRange,
  checkKey,
  type FileStore,
  type FileToStore,
  isFileKey,
  type ListedFile,
  storeUnavailable,
} from './file-store.ts'

/**
 * A store in a folder: `<first two>/<next two>/<key>`, so that no folder gets too long. The folder
 * is created when it is missing.
 */
export function fsStore(folder: string): FileStore {
  const root = resolve(folder)
  const keyPath = (key: string) => {
    checkKey(key)
    return join(root, key.slice(0, 2), key.slice(2, 4), key)
  }
  return {
    name: `fs:${root}`,
    check: () => checkFolder(root),
    put: (key, file) => put(root, { path: keyPath(key), file }).catch(unlessAvailable),
    open: (key, range) => openFile(keyPath(key), range).catch(unlessAvailable),
    exists: async (key) => {
      const found = await statOrNull(keyPath(key)).catch(unlessAvailable)
      return found === null ? null : { length: found.size }
    },
    remove: (key) => rm(keyPath(key), { force: true }).catch(unlessAvailable),
    list: (prefix = '') => list(root, prefix),
    removeUnfinished: (before) => removeUnfinished(root, before).catch(unlessAvailable),
    close: () => undefined,
  }
}

const UNFINISHED = '.part'
const FOLDER_NAME = /^[0-9a-f]{2}$/

/** Failures of the disk rather than of the caller; they may pass. */
const failures = new Set(['ENOSPC', 'EDQUOT', 'EIO', 'EROFS', 'EACCES', 'EPERM', 'EMFILE', 'ENFILE', 'ESTALE', 'ETIMEDOUT'])

function unlessAvailable(error: unknown): never {
  throw failures.has((error as NodeJS.ErrnoException).code ?? '') ? storeUnavailable(error) : error
}

function unlessGone(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
  throw error
}

async function checkFolder(root: string): Promise<void> {
  const probe = join(root, `.${randomUUID()}${UNFINISHED}`)
  try {
    await mkdir(root, { recursive: true })
    await (await open(probe, 'wx')).close()
    await rm(probe)
  } catch (error) {
    throw new Error(`The folder of the assets cannot be written to: ${(error as Error).message}`)
  }
}

/**
 * Written beside its final path and renamed, so that a file exists whole or not at all, also after
 * a power cut.
 */
async function put(root: string, { path, file }: { path: string; file: FileToStore }): Promise<void> {
  const parent = dirname(path)
  const isNew = (await mkdir(parent, { recursive: true })) !== undefined
  const unfinished = join(parent, `.${randomUUID()}${UNFINISHED}`)
  try {
    await copyFile(file.path, unfinished, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
    const handle = await open(unfinished, 'r+')
    try {
      invariant((await handle.stat()).size === file.length, 'the file to store is as long as was said')
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => undefined)
    throw error
  }
  for (const changed of isNew ? [parent, dirname(parent), root] : [parent]) await syncFolder(changed)
}

/**
 * The name of a file is in its folder, which has to reach the disk as well. Windows has no such
 * call and does it automatically.
 */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}

/**
 * Each piece costs a round trip through the thread pool and the socket; Node's default of 64 KiB
 * makes too many of them.
 */
const PIECE_BYTES = 256 * 1024

async function openFile(path: string, range: ByteRange | undefined): Promise<Readable | null> {
  const handle = await open(path, 'r').catch(unlessGone)
  return handle?.createReadStream({ ...range, highWaterMark: PIECE_BYTES }) ?? null
}

function statOrNull(path: string): Promise<Stats | null> {
  return stat(path).catch(unlessGone)
}

/** The names in a folder in their order; none when the folder is not there. */
async function namesIn(path: string): Promise<string[]> {
  const names = await readdir(path).catch(unlessGone)
  return (names ?? []).sort()
}

/** Every folder that may hold files whose keys begin with the prefix. */
async function* iterateFolders(root: string, prefix: string): AsyncGenerator<string> {
  const mayHold = (start: string) => start.startsWith(prefix) || prefix.startsWith(start)
  for (const first of await namesIn(root)) {
    if (!FOLDER_NAME.test(first) || !mayHold(first)) continue
    for (const second of await namesIn(join(root, first)))
      if (FOLDER_NAME.test(second) && mayHold(first + second)) yield join(root, first, second)
  }
}

async function* list(root: string, prefix: string): AsyncGenerator<ListedFile> {
  try {
    for await (const folder of iterateFolders(root, prefix)) {
      for (const key of await namesIn(folder)) {
        if (!isFileKey(key) || !key.startsWith(prefix)) continue
        const found = await statOrNull(join(folder, key))
        if (found !== null) yield { key, length: found.size, modified: found.mtime }
      }
    }
  } catch (error) {
    unlessAvailable(error)
  }
}

async function removeUnfinished(root: string, before: Date): Promise<number> {
  let removed = 0
  for await (const folder of iterateFolders(root, '')) {
    for (const name of await namesIn(folder)) {
      if (!name.endsWith(UNFINISHED)) continue
      const path = join(folder, name)
      const found = await statOrNull(path)
      if (found === null || found.mtime >= before) continue
      await rm(path, { force: true })
      removed += 1
    }
  }
  return removed
}
