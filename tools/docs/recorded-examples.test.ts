import { recordedExamples } from '@open-oms/contracts/recorded-examples'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import t from 'tap'
import { openApiDocuments } from './interface-documents.ts'

// biome-ignore lint/suspicious/noExplicitAny: parts of a document, which are looked up by name.
type Part = any

const documents: Part[] = [...openApiDocuments().values()]
const operations = documents.flatMap((document) =>
  Object.values(document.paths).flatMap((byMethod) =>
    Object.values(byMethod as object).map((operation: Part) => ({ document, operation })),
  ),
)

t.test('given the recorded examples, when their operations are looked up, then all exist', async (t) => {
  const known = new Set(operations.map(({ operation }) => operation.operationId))
  for (const { operationId } of recordedExamples) t.ok(known.has(operationId), `${operationId} is an operation`)
})

t.test('given the recorded examples, when their bodies are compared with the schemas, then each is valid', async (t) => {
  for (const document of documents) {
    const ajv = new Ajv2020({ strict: false, validateFormats: true })
    addFormats.default(ajv)
    ajv.addSchema(document, 'document')
    // Many operations have the same responses: a schema is compiled once.
    const compiled = new Map<string, ValidateFunction>()
    const schemaError = (schema: Part, body: unknown): string | null => {
      const inDocument = JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"document#/')
      const validate = compiled.get(inDocument) ?? ajv.compile(JSON.parse(inDocument))
      compiled.set(inDocument, validate)
      return validate(body) ? null : ajv.errorsText(validate.errors)
    }
    for (const example of recordedExamples) {
      const operation = operations.find(
        (one) => one.document === document && one.operation.operationId === example.operationId,
      )?.operation
      if (operation === undefined) continue
      const { request, response } = example
      if (request?.contentType === 'application/json' && response.status < 400)
        t.equal(
          schemaError(operation.requestBody.content['application/json'].schema, request.body),
          null,
          `request of ${example.operationId}`,
        )
      if (response.body === undefined || response.contentType !== 'application/json') continue
      const listed = operation.responses[response.status]
      const name = listed?.$ref?.split('/').at(-1)
      const content = (name === undefined ? listed : document.components.responses[name])?.content
      t.equal(
        schemaError(content?.['application/json']?.schema ?? false, response.body),
        null,
        `${response.status} of ${example.operationId}`,
      )
    }
  }
})
