import type { CustomField } from '@open-oms/contracts/config/custom-fields'
import { type FieldPlace, fieldPlaces } from '@open-oms/contracts/config/custom-fields'
import { getKeySet, getOpenApiDocument, healthRoutes, tokenRoutes } from '@open-oms/contracts/gateway/routes'
import { sessionRoutes } from '@open-oms/contracts/gateway/session-routes'
import { fieldsOn } from '@open-oms/contracts/model/field-values'
import { orderEvents } from '@open-oms/contracts/orders/events'
import { recordedExamples } from '@open-oms/contracts/recorded-examples'
import type { RouteContract } from '@open-oms/contracts/route'
import { productVersion } from '@open-oms/contracts/version'
import { addExamples } from '@open-oms/service-kit/openapi/add-examples'
import { type OpenApiDocument, openApiDocument } from '@open-oms/service-kit/openapi/openapi-document'

type Schema = { description?: string; [keyword: string]: unknown }
type Models = Record<string, { properties?: Record<string, Schema> } | undefined>

/** The models whose `properties` the fields of a place are declared for. */
const modelsOf: Readonly<Record<FieldPlace, readonly string[]>> = {
  order: ['Order', 'NewOrder', 'NewNumberedOrder', 'NewPosOrder', 'OrderUpdate', 'OrderPatch'],
  line: ['OrderLine', 'OrderLineInput', 'OrderLinePatchInput', 'OrderLinePatchById', 'LineItemPropertiesPatch'],
  shipment: ['Shipment', 'ShipmentInput', 'ShipmentPatchInput', 'ShipmentPatchById'],
  product: ['Product', 'ProductInput'],
}

/**
 * Says at `properties` of orders, lines, shipments and products which keys are declared, with the
 * schema of each value: as a text for readers, and for programs as `x-declared-fields`
 * (custom-fields.md#described-keys).
 */
function describeFields(document: OpenApiDocument, fields: readonly CustomField[]): void {
  const { schemas } = document.components as { schemas: Models }
  for (const place of fieldPlaces) {
    const declared = fieldsOn(fields, place)
    if (declared.length === 0) continue
    const keys = Object.fromEntries(declared.map((field) => [field.key, fieldSchema(field)]))
    const text = `Declared keys: ${declared.map(fieldText).join('; ')}.`
    for (const name of modelsOf[place]) {
      const model = schemas[name]?.properties
      const properties = model?.properties
      if (model === undefined || properties === undefined) continue
      const description = [properties.description, text].filter(Boolean).join(' ')
      // Several models may have one schema in common: each gets its own.
      model.properties = { ...properties, description, 'x-declared-fields': keys }
    }
  }
}

function fieldText({ key, type, required, choices, en }: CustomField): string {
  const values = type === 'choice' ? `one of ${choices.map(({ value }) => `\`${value}\``).join(', ')}` : type
  return `\`${key}\` (${values}${required ? ', required' : ''}): ${en}`
}

/** The values are texts on the wire; the pattern says which. */
function fieldSchema({ type, required, choices, en, searchable }: CustomField): Schema {
  const values: Record<CustomField['type'], Schema> = {
    text: {},
    number: { pattern: '^-?(0|[1-9][0-9]{0,14})(\\.[0-9]{1,6})?$' },
    boolean: { enum: ['true', 'false'] },
    date: { format: 'date' },
    choice: { enum: choices.map(({ value }) => value) },
  }
  return { type: 'string', ...values[type], title: en, 'x-type': type, 'x-required': required, 'x-searchable': searchable }
}

export type MergedDocumentSource = {
  /** The routes of the services behind the gateway. */
  contracts: readonly RouteContract[]
  /** Whether the built-in token issuer is in use. */
  hasIssuer: boolean
  /** The address that clients reach the gateway at. */
  publicUrl: string
  /** The fields of `custom-fields.json`, which properties are described by. */
  customFields?: readonly CustomField[]
}

const INTRODUCTION =
  'Every call but those marked public carries `Authorization: Bearer <token>`. Paths and property names match in any letter case. ' +
  'Limits: a client may save up 12,000 requests, gets back 1,000 every 10 s and may have 40 under way; `RateLimit-Limit`, ' +
  '`RateLimit-Remaining` and `RateLimit-Reset` (seconds) say what is left of it, and 429 carries `Retry-After`.'

/**
 * One OpenAPI 3.1 document of all services and of the gateway itself, made from the contracts
 * (http.md#interface-document).
 */
export function mergedDocument({ contracts, hasIssuer, publicUrl, customFields = [] }: MergedDocumentSource): OpenApiDocument {
  const own: readonly RouteContract[] = [
    ...(hasIssuer ? [...tokenRoutes, ...sessionRoutes] : [getKeySet]),
    getOpenApiDocument,
    ...healthRoutes,
  ]
  const document = openApiDocument({
    title: 'Open order management',
    version: productVersion,
    description: INTRODUCTION,
    docsUrl: `${publicUrl}/docs`,
    contracts: [...contracts, ...own],
    webhooks: orderEvents,
  })
  addExamples(document, recordedExamples)
  describeFields(document, customFields)
  return document
}
