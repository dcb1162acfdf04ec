import { invariant } from '@open-oms/contracts/errors'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import type { Deps } from '../../deps.ts'
import { buildPostingContext } from '../postings/build-posting-context.ts'
import { lockZReport, lockZReportPosting } from '../postings/posting-store.ts'
import { type BuildResult, savePosting } from '../postings/save-posting.ts'
import { buildZReportPosting, zReportDay } from './domain/z-report-posting.ts'
import { deleteZReportDraft, findZReport, storeZReportDraft } from './z-report-store.ts'

type BuildDeps = Pick<Deps, 'config' | 'now' | 'newId'>

/**
 * Builds the posting of the newest revision of a Z-report (postings.md#z-report-postings). Building
 * again changes nothing; a new revision supersedes the posting. An empty report has no posting.
 */
export async function buildZReport(deps: BuildDeps, tx: Transaction, zReportId: string): Promise<BuildResult> {
  await lockZReport(tx, zReportId)
  const report = await findZReport(tx, zReportId)
  invariant(report !== undefined, 'a Z-report that is built is stored')
  const { storeId, currencyCode } = report
  const subject = { storeId, currencyCode, postingDate: zReportDay(report), zReportId }
  const draft = async (reasons: readonly string[]): Promise<BuildResult> => {
    await storeZReportDraft(tx, zReportId, { reasons, now: deps.now() })
    return { ...subject, outcome: 'draft', reasons }
  }
  const config = deps.config()
  if (!config.settings.accounting.postingEnabled) return await draft(['postings are switched off'])
  const built = buildZReportPosting(report, buildPostingContext(subject, config))
  if (built.kind === 'draft') return await draft(built.reasons)
  const current = await lockZReportPosting(tx, zReportId)
  const isNothing = current === undefined && built.content.lines.length === 0
  const saved = isNothing ? undefined : await savePosting(deps, tx, { content: built.content, current })
  if (saved?.outcome === 'draft') return await draft(saved.reasons)
  await deleteZReportDraft(tx, zReportId)
  return saved === undefined ? { ...subject, outcome: 'nothing' } : { ...subject, ...saved }
}
