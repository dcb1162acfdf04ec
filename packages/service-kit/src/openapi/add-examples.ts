import type { RecordedExample } from '@open-oms/contracts/recorded-examples'
import type { OpenApiDocument } from './openapi-document.ts'

type Media = { examples?: Record<string, { value: unknown }> }
type Content = Record<string, Media>
type Parameter = { name?: string; in?: string; example?: unknown }
type Response = { $ref?: string; content?: Content }
type Operation = {
  operationId: string
  parameters?: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, Response>
}

/**
 * Puts recorded calls into the document: values of parameters, and bodies at their media types. The
 * example of an error response that all operations share is the first one of its status
 * (http.md#interface-document).
 */
export function addExamples(document: OpenApiDocument, recorded: readonly RecordedExample[]): void {
  const shared = (document as unknown as { components?: { responses?: Record<string, Response> } }).components?.responses ?? {}
  const operations = new Map(
    Object.values(document.paths).flatMap((byMethod) =>
      (Object.values(byMethod) as unknown as Operation[]).map((operation) => [operation.operationId, operation] as const),
    ),
  )
  for (const example of recorded) {
    const operation = operations.get(example.operationId)
    // The gateway of a tenant with an issuer of its own has no token routes.
    if (operation === undefined) continue
    addToOperation(operation, example, shared)
  }
}

function addToOperation(
  operation: Operation,
  { parameters, request, response }: RecordedExample,
  shared: Record<string, Response>,
): void {
  const isError = response.status >= 400
  if (!isError) {
    for (const parameter of operation.parameters ?? [])
      if (parameter.name !== undefined && parameter.name in parameters) parameter.example ??= parameters[parameter.name]
    if (request !== undefined)
      addOnce(operation.requestBody?.content, request.contentType, { name: 'recorded', value: request.body })
  }
  if (response.body === undefined || response.contentType === null) return
  const found = operation.responses[response.status]
  const target = found?.$ref === undefined ? found : shared[found.$ref.split('/').at(-1) ?? '']
  addOnce(target?.content, response.contentType, { name: 'recorded', value: response.body })
}

function addOnce(content: Content | undefined, contentType: string, { name, value }: { name: string; value: unknown }): void {
  const media = content?.[contentType]
  if (media !== undefined) media.examples ??= { [name]: { value } }
}
