import type { CustomField, FieldPlace } from '@open-oms/contracts/config/custom-fields'
import { fieldsOn } from '@open-oms/contracts/model/field-values'

/** What the extensions of this process declare (extensions.md#fields). */
const added: CustomField[] = []

/** Adds fields that an extension declares, for as long as the process lives. */
export function addFields(fields: readonly CustomField[]): void {
  added.push(...fields)
}

/** Which of some fields extensions declare already, or the fields before them do. */
export function findTwiceDeclared(fields: readonly CustomField[]): CustomField[] {
  return fields.filter((field, index) => isDeclared([...added, ...fields.slice(0, index)], field))
}

function isDeclared(known: readonly CustomField[], { on, key }: CustomField): boolean {
  return known.some((field) => field.on === on && field.key.toLowerCase() === key.toLowerCase())
}

type FieldDeclarations = { customFields: readonly CustomField[] }

/** All declared fields: those of the configuration, then those of extensions. */
export function declaredFields({ customFields }: FieldDeclarations): readonly CustomField[] {
  return added.length === 0 ? customFields : [...customFields, ...added]
}

/** The fields of a place, in their order. */
export function declaredOn(config: FieldDeclarations, place: FieldPlace): CustomField[] {
  return fieldsOn(declaredFields(config), place)
}

/** The fields that orders are filtered and sorted by. */
export function searchableFields(config: FieldDeclarations): CustomField[] {
  return declaredOn(config, 'order').filter(({ searchable }) => searchable)
}
