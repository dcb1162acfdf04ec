import { CustomField, type FieldPlace, findFieldFaults } from '@open-oms/contracts/config/custom-fields'
import { Value } from '@sinclair/typebox/value'

/**
 * A property that an extension declares, as custom-fields.json does (extensions.md#fields). What is
 * left out is as there. Fields of products are declared in that file: the catalogue loads no
 * extensions.
 */
export type FieldDeclaration = Pick<CustomField, 'key' | 'type' | 'en'> & { on: Exclude<FieldPlace, 'product'> } & Partial<
    Omit<CustomField, 'key' | 'type' | 'en' | 'on' | 'choices'>
  > & { choices?: readonly (Pick<CustomField['choices'][number], 'value'> & Partial<CustomField['choices'][number]>)[] }

/** A field with all that its declaration leaves out. */
export function defineField(declaration: FieldDeclaration): CustomField {
  return Value.Default(CustomField, structuredClone(declaration)) as CustomField
}

/** What is wrong with a field, as the end of a sentence; null when it is whole. */
export function findFieldFault(field: unknown): string | null {
  const of = `("${(field as { key?: unknown } | null)?.key}")`
  const [error] = Value.Errors(CustomField, field)
  if (error !== undefined) return `${of} is not valid at ${error.path || '/'}: ${error.message}`
  const declared = field as CustomField
  if (declared.on === 'product') return `${of} is of products, which custom-fields.json declares`
  const [problem] = findFieldFaults(declared, '')
  return problem === undefined ? null : `${of} ${problem.reason}`
}
