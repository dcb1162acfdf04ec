import { randomUUID } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { gathered } from '@open-oms/service-kit/database/batch-runner'
import type { Database } from '@open-oms/service-kit/database/database'
import type { Delivery } from '../../../connectors/notification/delivery.ts'
import type { MailLogo } from '../../../connectors/notification/mail-of-message.ts'
import { keepAsFile, keptFiles, removeKeptFile, syncFolders } from '../../../connectors/notification/message-files.ts'
import {
  adoptFiles,
  dropOldRemovals,
  filesRemoved,
  filesToRemove,
  forgetPurgedMessages,
  haveMessages,
  noteKeptIn,
} from '../messages/message-removal.ts'
import { KEEP_DAYS } from '../messages/message-statements.ts'
import type { ClaimedMessage } from '../messages/message-store.ts'

type FolderDeps = Pick<Database, 'query'> & { dataDir: string }

/**
 * The folder in which this process keeps messages as files; processes that share it share its id.
 */
export type MessageFolder = {
  /**
   * Creates the id of the folder, once. Rejects when the folder is unusable; the next call tries
   * again.
   */
  open(): Promise<unknown>
  /** Writes a message as a file, unless its order was purged. */
  keep(message: ClaimedMessage, logo?: MailLogo | null): Promise<Delivery>
  /** Deletes the remains of purged orders: messages sent since, and files. */
  removePurged(): Promise<void>
  /** Removes files that are older than messages are kept. */
  removeOld(): Promise<void>
}

const ID_FILE = 'message-folder-id'
const FILES_PER_STATEMENT = 1_000

/**
 * Works with the folders `mail` and `sms` of the data folder. The folder is recorded in the
 * message's row before the file is written: no crash loses track of it.
 */
export function messageFolder(deps: FolderDeps): MessageFolder {
  const { dataDir } = deps
  const note = gathered(async (claims: readonly ClaimedMessage[]) => noteKeptIn(deps, claims, await open()))
  const exists = gathered((ids: readonly string[]) => haveMessages(deps, ids))
  let opened: Promise<string> | null = null
  const open = () => {
    opened ??= folderId(deps).catch((error) => {
      opened = null
      throw error
    })
    return opened
  }
  return {
    open,
    async keep(message, logo = null) {
      const id = await open().catch((error: NodeJS.ErrnoException) => error)
      if (id instanceof Error)
        return { outcome: 'unreachable', reason: `The message could not be kept as a file: ${id.code ?? id.message}.` }
      const noted = await note(message)
      if (noted === 'lost') return { outcome: 'unreachable', reason: 'Another process has taken the message over.' }
      if (noted === 'purged') return { outcome: 'sent' }
      const delivery = await keepAsFile(dataDir, message, logo)
      // A process that was paused for longer than its lease writes after the removal.
      if (!(await exists(message.id))) await removeKeptFile(dataDir, message)
      return delivery
    },
    async removePurged() {
      await forgetPurgedMessages(deps)
      for (
        let files = await filesToRemove(deps, await open());
        files.length > 0;
        files = await filesToRemove(deps, await open())
      ) {
        for (const file of files) await removeKeptFile(dataDir, file)
        await syncFolders(dataDir)
        await filesRemoved(deps, files)
      }
    },
    async removeOld() {
      const oldest = Date.now() - KEEP_DAYS * 24 * 60 * 60_000
      for await (const { path, created } of keptFiles(dataDir)) if (created.getTime() < oldest) await rm(path, { force: true })
      await dropOldRemovals(deps)
    },
  }
}

/**
 * The id in the folder. A folder without one gets it when the files of an earlier version are
 * recorded in their rows.
 */
async function folderId(deps: FolderDeps): Promise<string> {
  await mkdir(deps.dataDir, { recursive: true })
  const file = join(deps.dataDir, ID_FILE)
  const known = await readId(file)
  if (known !== null) return known
  const id = randomUUID()
  let ids: string[] = []
  for await (const kept of keptFiles(deps.dataDir)) {
    ids.push(kept.id)
    if (ids.length < FILES_PER_STATEMENT) continue
    await adoptFiles(deps, id, ids)
    ids = []
  }
  await adoptFiles(deps, id, ids)
  await writeId(file, id)
  return (await readId(file)) ?? id
}

async function readId(file: string): Promise<string | null> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (text !== null && !/^[0-9a-f-]{36}\n$/.test(text)) throw new Error(`${file} does not hold the id of the folder; remove it.`)
  return text?.trim() ?? null
}

/** Atomic; of several processes that start concurrently, the first one's id stays. */
async function writeId(file: string, id: string): Promise<void> {
  const unfinished = `${file}.${id}`
  const handle = await open(unfinished, 'wx', 0o600)
  try {
    await handle.writeFile(`${id}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await link(unfinished, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(unfinished, { force: true })
}
