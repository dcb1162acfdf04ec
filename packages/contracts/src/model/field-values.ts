import { isAllowed, type Role, roles } from '../access.ts'
import type { NamedRole } from '../config/access/roles.ts'
import type { CustomField, FieldPlace, FieldType } from '../config/custom-fields.ts'
import { DomainError } from '../errors.ts'
import type { PropertyItem } from '../orders/primitive-models.ts'
import { type HeldRights, hasPermission, type Permission, permissions } from '../permissions.ts'

/** A number as fields have it: it sorts and compares exactly, in Postgres too. */
const NUMBER = /^-?(0|[1-9]\d{0,14})(\.\d{1,6})?$/
const DAY = /^\d{4}-\d{2}-\d{2}$/
const TEXT_LENGTH_MAX = 4_000

/** Keys that the system itself reads or writes: they need no declaration. */
const OWN_KEYS = ['CanceledDate', 'CreditAmount', 'KidNumber', 'Picker', 'PicklistId', 'RegisterId', 'TaxGroupCode'] as const

function isDay(value: string): boolean {
  if (!DAY.test(value)) return false
  const time = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(value)
}

/** Why a value is none of a field, as the end of a sentence; null when it is one. */
export function findValueFault({ type, choices }: Pick<CustomField, 'type' | 'choices'>, value: string): string | null {
  const rules: Record<FieldType, () => string | null> = {
    text: () => (value.length > TEXT_LENGTH_MAX ? `must have at most ${TEXT_LENGTH_MAX} characters` : null),
    number: () => (NUMBER.test(value) ? null : 'must be a number, such as 12.5'),
    boolean: () => (value === 'true' || value === 'false' ? null : 'must be true or false'),
    date: () => (isDay(value) ? null : 'must be a day, such as 2026-12-24'),
    choice: () =>
      choices.some((choice) => choice.value === value)
        ? null
        : `must be one of ${choices.map((choice) => choice.value).join(', ')}`,
  }
  return rules[type]()
}

/** The value of a declared field; null where it is missing, null or empty. */
export function fieldValue(properties: readonly PropertyItem[], key: string): string | null {
  return properties.find((item) => item.key === key && !item.keyGroup)?.value || null
}

/** The fields that are declared for a place, in their order. */
export function fieldsOn(fields: readonly CustomField[], place: FieldPlace): CustomField[] {
  return fields.filter(({ on }) => on === place)
}

/** Whether a caller may write a field (custom-fields.md#writers). */
export function mayWriteField({ writers }: Pick<CustomField, 'writers'>, held: HeldRights, named: readonly NamedRole[]): boolean {
  return writers.length === 0 || writers.some((writer) => holds(held, writer, named))
}

function holds(held: HeldRights, writer: string, named: readonly NamedRole[]): boolean {
  if ((permissions as readonly string[]).includes(writer)) return hasPermission(held, writer as Permission)
  if ((roles as readonly string[]).includes(writer)) return isAllowed(held.roles, [writer as Role])
  const role = named.find(({ name }) => name === writer)
  return role?.permissions.every((permission) => hasPermission(held, permission)) ?? false
}

/** The properties of one thing, before a write and after it. */
export type PropertyChange = {
  /** Where the list is in the document: `orderForm.lineItems[0].properties`. */
  path: string
  /** Null: the thing is new. */
  before: readonly PropertyItem[] | null
  after: readonly PropertyItem[]
  /** True: it was made of something else, and a required value may be missing. */
  isDerived?: boolean
}

/** What is wrong with the values of a change, by path, and what is not declared. */
export type FieldFaults = {
  errors: Record<string, string[]>
  /** Keys of fields that their writer may not write. */
  forbidden: string[]
  /** Keys that are new and not declared; none where nothing is declared for the place. */
  undeclared: string[]
}

export const noFaults: FieldFaults = { errors: {}, forbidden: [], undeclared: [] }

/** What is said of a value that must be there and is not. */
export const REQUIRED = 'is required'

/**
 * What a change of properties does that the declared fields do not allow
 * (custom-fields.md#checks). Values that are as they were are right, whatever was declared since.
 */
export function findFieldFaults(
  fields: readonly CustomField[],
  { path, before, after, isDerived = false }: PropertyChange,
  mayWrite: (field: CustomField) => boolean,
): FieldFaults {
  if (fields.length === 0 || before === after) return noFaults
  const errors: FieldFaults['errors'] = {}
  const forbidden: string[] = []
  for (const field of fields) {
    const fault = findFault(field, { before, after, isDerived })
    const isChanged = fault !== null || !haveSame(before ?? [], after, field.key)
    if (isChanged && fault !== REQUIRED && !mayWrite(field)) forbidden.push(field.key)
    else if (fault !== null) errors[`${path}[${field.key}]`] = [fault]
  }
  return { errors, forbidden, undeclared: undeclaredKeys(fields, { before, after }) }
}

type Lists = Pick<PropertyChange, 'before' | 'after'>

function findFault(field: CustomField, { before, after, isDerived }: Lists & { isDerived: boolean }): string | null {
  const known = new Set(valuesOf(before ?? [], field.key))
  const values = valuesOf(after, field.key)
  if (values.length > Math.max(1, known.size)) return 'is there twice'
  const wrong = values.filter((value) => !known.has(value)).map((value) => findValueFault(field, value))
  const fault = wrong.find((text) => text !== null)
  if (fault !== undefined) return fault
  const isNeeded = field.required && (before === null ? !isDerived : known.size > 0)
  return isNeeded && values.length === 0 ? REQUIRED : null
}

/** The values of a key outside of groups, without empty ones. */
function valuesOf(items: readonly PropertyItem[], key: string): string[] {
  return items.flatMap((item) => (item.key === key && !item.keyGroup && item.value ? [item.value] : []))
}

function haveSame(before: readonly PropertyItem[], after: readonly PropertyItem[], key: string): boolean {
  const [former, next] = [valuesOf(before, key), valuesOf(after, key)]
  return former.length === next.length && former.every((value, index) => value === next[index])
}

/**
 * Raises `Forbidden` for the first field that may not be written, else `ValidationFailed` for all
 * faults.
 */
export function assertNoFaults({ errors, forbidden: [forbidden] }: Pick<FieldFaults, 'errors' | 'forbidden'>): void {
  if (forbidden !== undefined) throw new DomainError('Forbidden', `You may not write the field "${forbidden}".`)
  const [first] = Object.entries(errors)
  if (first !== undefined) throw new DomainError('ValidationFailed', `${first[0]} ${first[1][0]}`, { errors })
}

function undeclaredKeys(fields: readonly CustomField[], { before, after }: Lists): string[] {
  const known = new Set<string | null>([...OWN_KEYS, ...fields.map(({ key }) => key), ...(before ?? []).map(({ key }) => key)])
  return after.flatMap(({ key, keyGroup }) => (key && !keyGroup && !known.has(key) ? [key] : []))
}
