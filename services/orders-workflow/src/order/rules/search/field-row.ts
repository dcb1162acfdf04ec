import type { CustomField } from '@open-oms/contracts/config/custom-fields'
import { fieldValue, findValueFault } from '@open-oms/contracts/model/field-values'
import type { Order } from '@open-oms/contracts/orders/order'
import { folded } from '@open-oms/contracts/text/folded-text'
import { searchKey } from './search-terms.ts'

/** A value that orders are filtered and sorted by: a number, or a text in small letters. */
export type FieldRow = { key: string; value?: string; number?: string }

/**
 * The values of searchable fields (search.md#searchable-fields); none of a value that is not of its
 * type, which may be older than the declaration.
 */
export function toFieldRows({ properties }: Order, fields: readonly CustomField[]): FieldRow[] {
  return fields.flatMap((field): FieldRow[] => {
    const { key, type } = field
    const value = fieldValue(properties, key)
    if (value === null || findValueFault(field, value) !== null) return []
    return [type === 'number' ? { key, number: value } : { key, value: fieldKey(value) }]
  })
}

/** A text as fields are compared and sorted by. */
function fieldKey(value: string): string {
  return searchKey(folded(value))
}
