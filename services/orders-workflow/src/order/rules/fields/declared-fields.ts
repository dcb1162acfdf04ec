import type { CustomField, FieldPlace } from '@oms/contracts/config/custom-fields'
import { fieldsOn } from '@oms/contracts/field-values'

/** What the extensions of this process declare (extensions.md#fields). */
const added: CustomField[] = []

/**
 * Adds fields that an extension declares, for as long as the process lives. Returns those that are
 * declared already; then none is added.
 */
export function addFields(fields: readonly CustomField[]): CustomField[] {
  const taken = fields.filter((field, index) => isDeclared([...added, ...fields.slice(0, index)], field))
  if (taken.length === 0) added.push(...fields)
  return taken
}

/** Fields of the configuration that an extension declares too. */
export function findTwiceDeclared(fields: readonly CustomField[]): CustomField[] {
  return fields.filter((field) => isDeclared(added, field))
}

function isDeclared(known: readonly CustomField[], { on, key }: CustomField): boolean {
  return known.some((field) => field.on === on && field.key.toLowerCase() === key.toLowerCase())
}

type Declaring = { customFields: readonly CustomField[] }

/** All declared fields: those of the configuration, then those of extensions. */
export function declaredFields({ customFields }: Declaring): readonly CustomField[] {
  return added.length === 0 ? customFields : [...customFields, ...added]
}

/** The fields of a place, in their order. */
export function declaredOn(config: Declaring, place: FieldPlace): CustomField[] {
  return fieldsOn(declaredFields(config), place)
}

/** The fields that orders are filtered and sorted by. */
export function searchableFields(config: Declaring): CustomField[] {
  return declaredOn(config, 'order').filter(({ searchable }) => searchable)
}
