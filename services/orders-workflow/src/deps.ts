import type { DocumentRenderer } from './documents/document-renderer.ts'
import type { RunnerDeps } from './workflow/runner.ts'

/** What commands and queries of this service work with. */
export type Deps = RunnerDeps & {
  /** Makes PDFs. */
  documents: Pick<DocumentRenderer, 'render'>
}
