/** Writes the OpenAPI document of each service and the AsyncAPI document of all events to dist/api, for tools that read files. */
import { eventDocument, openApiDocuments } from '../docs/interface-documents.ts'
import { writeGenerated } from '../docs/write-generated.ts'

/** Returns the paths that were written. The files are not committed, so that `check` has nothing to compare. */
export async function generate({ check = false }: { check?: boolean } = {}): Promise<string[]> {
  if (check) return []
  const documents = [...openApiDocuments()].map(([name, document]) => [`dist/api/openapi/${name}.json`, document] as const)
  return await writeGenerated(new Map<string, object>([...documents, ['dist/api/events.asyncapi.json', eventDocument()]]))
}
