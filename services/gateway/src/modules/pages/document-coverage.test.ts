import { withoutExample } from '@open-oms/contracts/recorded-examples'
import { coverageLine, documentCoverage } from '@open-oms/service-kit/openapi/document-coverage'
import t from 'tap'
import { proxiedRoutes } from '../proxy/route-table.ts'
import { mergedDocument } from './merged-document.ts'

const contracts = proxiedRoutes().map(({ contract }) => contract)
const document = mergedDocument({ contracts, hasIssuer: true, publicUrl: 'https://orders.example.com' })

t.test(
  'given the document of all services, when it is read, then nothing but the listed exceptions lacks a description or example',
  async (t) => {
    const coverage = documentCoverage(document)
    t.comment(coverageLine(coverage))
    const { 'request examples': requests, 'response examples': responses, ...described } = coverage
    for (const [kind, { all, missing }] of Object.entries(described)) {
      t.ok(all > 0, `there are ${kind}`)
      t.strictSame(missing, [], `${kind} without a description`)
    }
    t.strictSame([...requests.missing, ...responses.missing].sort(), Object.keys(withoutExample).sort(), 'without an example')
  },
)
