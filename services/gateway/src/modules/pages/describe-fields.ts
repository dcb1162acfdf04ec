import { type CustomField, type FieldPlace, fieldPlaces } from '@oms/contracts/config/custom-fields'
import { fieldsOn } from '@oms/contracts/field-values'
import type { OpenApiDocument } from '@oms/service-kit/openapi/openapi-document'

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
export function describeFields(document: OpenApiDocument, fields: readonly CustomField[]): void {
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
