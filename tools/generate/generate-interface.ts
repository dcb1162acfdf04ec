/** Writes the OpenAPI document of each service and the AsyncAPI document of all events to dist/api, for tools that read files; prints how much is described. */

import { coverageLine, documentCoverage } from '@oms/service-kit/openapi/document-coverage'
import { eventDocument, openApiDocuments, publishedOpenApiDocument } from '../docs/interface-documents.ts'
import { writeGenerated } from '../docs/write-generated.ts'

/** Returns the paths that were written. The files are not committed, so that `check` has nothing to compare. */
export async function generate({ check = false }: { check?: boolean } = {}): Promise<string[]> {
  if (check) return []
  console.log(`OpenAPI document: ${coverageLine(documentCoverage(publishedOpenApiDocument()))}`)
  const documents = [...openApiDocuments()].map(([name, document]) => [`dist/api/openapi/${name}.json`, document] as const)
  return await writeGenerated(new Map<string, object>([...documents, ['dist/api/events.asyncapi.json', eventDocument()]]))
}
