/**
 * Writes the OpenAPI documents of each service and of connectors and the AsyncAPI document of all
 * events to dist/api, for tools that read files; prints how much is described.
 */

import { withoutExample } from '@open-oms/contracts/recorded-examples'
import { coverageLine, documentCoverage } from '@open-oms/service-kit/openapi/document-coverage'
import { connectorDocument } from '../docs/connector-document.ts'
import { eventDocument, openApiDocuments, publishedOpenApiDocument } from '../docs/interface-documents.ts'
import { writeGenerated } from '../docs/write-generated.ts'

/**
 * Returns the paths that were written. The files are not committed, so that `check` has nothing to
 * compare.
 */
export async function generate({ check = false }: { check?: boolean } = {}): Promise<string[]> {
  if (check) return []
  const exceptions = Object.keys(withoutExample).join(', ')
  console.log(
    `OpenAPI document: ${coverageLine(documentCoverage(publishedOpenApiDocument()))}; by their reasons without an example: ${exceptions}`,
  )
  const documents = [...openApiDocuments()].map(([name, document]) => [`dist/api/openapi/${name}.json`, document] as const)
  const others = [
    ['dist/api/events.asyncapi.json', eventDocument()],
    ['dist/api/connectors.openapi.json', connectorDocument()],
  ] as const
  return writeGenerated(new Map<string, object>([...documents, ...others]))
}
