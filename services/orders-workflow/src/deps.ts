import type { DocumentRenderer } from './modules/documents/drawing/document-renderer.ts'
import type { RunnerDeps } from './modules/workflow/runner.ts'

/** What commands and queries of this service work with. */
export type Deps = RunnerDeps & {
  /** Makes PDFs. */
  documents: Pick<DocumentRenderer, 'render'>
  /** What the addresses of stored files begin with for clients. Answers in one piece get it from the server; streams and comparisons write it. */
  publicBase: string
}
