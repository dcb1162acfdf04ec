import type { LedgerLine } from '@oms/contracts/accounting/ledger-line'
import { DomainError } from '@oms/contracts/errors'
import { type Caller, isInScope } from '@oms/service-kit/authentication/caller'
import type { Deps } from '../../deps.ts'
import { getPosting } from '../postings/get-posting.ts'
import { findLedgerLine, findLedgerLines } from './ledger-line-store.ts'

/** Lists the lines of a posting of any status. Raises `NotFound` (ledger.md#posting-reads). */
export async function getPostingLines(deps: Pick<Deps, 'query'>, caller: Caller, postingId: string): Promise<LedgerLine[]> {
  await getPosting(deps, caller, postingId)
  return await findLedgerLines(deps, postingId)
}

/** Reads one line. Raises `NotFound` when that posting has no such line. */
export async function getPostingLine(
  deps: Pick<Deps, 'query'>,
  caller: Caller,
  { postingId, id }: { postingId: string; id: string },
): Promise<LedgerLine> {
  const found = await findLedgerLine(deps, postingId, id)
  if (found === undefined || !isInScope(caller, found.postingStoreId)) {
    throw new DomainError('NotFound', `Posting "${postingId}" has no line "${id}".`)
  }
  return found.line
}
