import { type CoveredKind, coverageLine, documentCoverage } from '@oms/service-kit/openapi/document-coverage'
import t from 'tap'
import { proxiedRoutes } from '../proxy/route-table.ts'
import { mergedDocument } from './merged-document.ts'

/**
 * How many of a kind may lack a description or an example. The numbers only go down: whoever adds
 * texts or examples lowers them, and 0 is the aim.
 */
const missingMax: Record<CoveredKind, number> = {
  operations: 31,
  'request examples': 68,
  'response examples': 137,
  parameters: 90,
  schemas: 129,
  properties: 821,
  tags: 0,
  headers: 0,
}

const contracts = proxiedRoutes().map(({ contract }) => contract)
const document = mergedDocument({ contracts, hasIssuer: true, publicUrl: 'https://orders.example.com' })

t.test(
  'given the document of all services, when it is read, then no more lacks a description or example than before',
  async (t) => {
    const coverage = documentCoverage(document)
    t.comment(coverageLine(coverage))
    for (const [kind, max] of Object.entries(missingMax)) {
      const { missing } = coverage[kind as CoveredKind]
      t.ok(missing.length <= max, `${kind} without: ${missing.slice(0, 20).join(', ')}`)
    }
  },
)
