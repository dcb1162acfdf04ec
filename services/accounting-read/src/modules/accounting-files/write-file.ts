import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { PostingExportQuery } from '@oms/contracts/accounting/posting-export'
import type { Caller } from '@oms/service-kit/authentication/caller'
import type { Deps } from '../../deps.ts'
import { type AccountingFile, makeFile } from './export-postings.ts'

/** Whoever can run the program beside the system has its database. */
const operator: Caller = { clientId: 'command', roles: [], storeIds: null, actor: 'command' }

/**
 * Writes the file under another name beside the path, and renames it when it is complete. Raises
 * what making the file raises.
 */
export async function writeAccountingFile(
  deps: Deps,
  query: PostingExportQuery,
  path: string,
): Promise<Pick<AccountingFile, 'vouchers' | 'replaced'>> {
  const { bytes, vouchers, replaced } = await makeFile(deps, operator, query)
  const part = `${path}.part`
  try {
    await pipeline(bytes, createWriteStream(part))
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
  return { vouchers, replaced }
}
