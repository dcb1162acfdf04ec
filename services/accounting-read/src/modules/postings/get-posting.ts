import type { Posting } from '@oms/contracts/accounting/posting'
import { DomainError } from '@oms/contracts/errors'
import { type Caller, isInScope } from '@oms/service-kit/authentication/caller'
import type { Deps } from '../../deps.ts'
import { isUuid } from '../search/search-position.ts'
import { findPosting, findPostingOfZReport } from './posting-read-store.ts'

/** Reads a posting of any status. Raises `NotFound`, also if the token does not cover its store. */
export async function getPosting(deps: Pick<Deps, 'query'>, caller: Caller, id: string): Promise<Posting> {
  const posting = isUuid(id) ? await findPosting(deps, id) : undefined
  return visible(posting, caller, `There is no posting "${id}".`)
}

/** Reads the current posting of a Z-report. Raises `NotFound`, also if all are superseded. */
export async function getPostingByZReport(deps: Pick<Deps, 'query'>, caller: Caller, zReportId: string): Promise<Posting> {
  return visible(await findPostingOfZReport(deps, zReportId), caller, `There is no posting of Z-report "${zReportId}".`)
}

function visible(posting: Posting | undefined, caller: Caller, message: string): Posting {
  if (posting === undefined || !posting.storeIds.every((storeId) => isInScope(caller, storeId)))
    throw new DomainError('NotFound', message)
  return posting
}
