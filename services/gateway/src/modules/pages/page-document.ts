import { exampleCall, typescriptSample } from '@oms/service-kit/openapi/code-samples'
import type { OpenApiDocument } from '@oms/service-kit/openapi/openapi-document'

const INTRODUCTION =
  'Sign in above with a client id and its secret; then every operation can be tried here. The [guides](/docs/guides) go through an ' +
  'order from the first call to the closed day, and the table of [errors](/docs/errors) says what to do about each. A token goes into ' +
  '`Authorization: Bearer …`; paths and property names match in any letter case.'

/**
 * The OpenAPI document as the page shows it: what the guides and the table of errors say at length
 * is left out of the introduction, and every operation has a sample for `@open-oms/client` beside
 * those that the page makes itself.
 */
export function pageDocument(document: OpenApiDocument): OpenApiDocument {
  const paths = Object.entries(document.paths).map(([path, operations]) => {
    const shown = Object.entries(operations).map(([method, operation]) => {
      // The client has no calls for headers alone.
      if (method === 'head') return [method, operation]
      const source = typescriptSample(exampleCall(method.toUpperCase(), path, operation))
      return [method, { ...operation, 'x-codeSamples': [{ lang: 'TypeScript', label: 'TypeScript', source }] }]
    })
    return [path, Object.fromEntries(shown)]
  })
  const info = { ...(document.info as object), description: INTRODUCTION }
  return { ...document, info, paths: Object.fromEntries(paths), components: withoutExamples(document.components as Components) }
}

type Components = { parameters: Record<string, { schema: object }> }

/**
 * The page sends every header that has an example: nobody wants their first response without a body
 * because of `Prefer`.
 */
function withoutExamples(components: Components): Components {
  const parameters = Object.entries(components.parameters).map(([name, { schema, ...parameter }]) => {
    const { examples, ...kept } = schema as { examples?: unknown }
    return [name, { ...parameter, schema: kept }]
  })
  return { ...components, parameters: Object.fromEntries(parameters) }
}
