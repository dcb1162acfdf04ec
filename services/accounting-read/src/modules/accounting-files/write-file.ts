import { createWriteStream, statSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { PostingExportQuery } from '@open-oms/contracts/accounting/posting-export'
import type { Caller } from '@open-oms/service-kit/authentication/caller'
import type { Deps } from '../../deps.ts'
import { type AccountingFile, makeFile } from './export-postings.ts'

/** Whoever can run the program beside the system has its database. */
const operator: Caller = { clientId: 'command', roles: [], storeIds: null, actor: 'command' }

/**
 * Writes the file under another name beside the path, and renames it when it is complete. Raises
 * what making the file raises, and an `Error` with a sentence where the file cannot be written.
 */
export async function writeAccountingFile(
  deps: Deps,
  query: PostingExportQuery,
  path: string,
): Promise<Pick<AccountingFile, 'vouchers' | 'replaced'>> {
  requireFolder(path)
  const { bytes, vouchers, replaced } = await makeFile(deps, operator, query)
  const part = `${path}.part`
  try {
    await pipeline(bytes, createWriteStream(part))
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true })
    throw unwritable(path, error as NodeJS.ErrnoException)
  }
  return { vouchers, replaced }
}

/** Before anything is read: a ledger of years takes a while. */
function requireFolder(path: string): void {
  const folder = dirname(path)
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new Error(`There is no folder ${folder}. Make it, or name another file with --output.`)
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true)
    throw new Error(`${path} is a folder. Name a file in it with --output.`)
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'nothing can be written there',
  ENOSPC: 'there is no space left',
}

function unwritable(path: string, error: NodeJS.ErrnoException): Error {
  const reason = reasons[error.code ?? '']
  return reason === undefined ? error : new Error(`${path} cannot be written: ${reason}.`, { cause: error })
}
