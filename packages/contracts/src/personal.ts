import type { TProperties, TSchema } from '@sinclair/typebox'

/** What a personal text becomes. */
export const MASK = '***'

/**
 * What a field is: personal data, a filter by it, neither, or the words of a filter that are one. A
 * field of a type that says nothing is personal unless it says that it is not.
 */
type PersonalKind = boolean | 'criterion'

/** A schema with what it is. */
export function Personal<T extends TSchema>(schema: T, kind: PersonalKind = true): T {
  return { ...schema, 'x-personal': kind }
}

/**
 * The same fields, of which those that are named are personal. A name without a field is an error.
 */
export function withPersonal<T extends TProperties>(fields: T, names: readonly string[], kind: PersonalKind = true): T {
  const marked = names.map((name): [string, TSchema] => {
    const schema = fields[name]
    if (schema === undefined) throw new Error(`There is no field ${name} that could be personal`)
    return [name, Personal(schema, kind)]
  })
  return { ...fields, ...Object.fromEntries(marked) }
}

type Mask = (value: unknown) => unknown
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Texts become the mask, so that what is set is seen to be; what else is personal is left out. */
function hidden(value: unknown): unknown {
  if (typeof value === 'string') return value === '' ? '' : MASK
  if (Array.isArray(value)) return []
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, hidden(part)]))
  return null
}

const masks = new WeakMap<TSchema, Mask | null>()

/** What masks a value of a schema; null where nothing of it is personal. */
function maskOf(schema: TSchema): Mask | null {
  const known = masks.get(schema)
  if (known !== undefined) return known
  const mask = buildMask(schema)
  masks.set(schema, mask)
  return mask
}

function buildMask(schema: TSchema): Mask | null {
  if (schema['x-personal'] === true || schema['x-personal'] === 'criterion') return hidden
  if (schema['x-personal'] === false) return null
  const variants: TSchema[] | undefined = schema.anyOf ?? schema.allOf
  if (variants !== undefined) return maskOfVariants(variants)
  if (schema.type === 'array') return maskOfItems(schema.items)
  if (schema.type === 'object') return maskOfObject(schema)
  // What has no type may be anything.
  return schema.type === undefined && schema.const === undefined && schema.enum === undefined ? hidden : null
}

function maskOfVariants(variants: readonly TSchema[]): Mask | null {
  const found = variants.flatMap((variant) => maskOf(variant) ?? [])
  return found.length === 0 ? null : (value) => (value === null ? null : found.reduce<unknown>((rest, mask) => mask(rest), value))
}

function maskOfItems(items: TSchema): Mask | null {
  const mask = maskOf(items)
  return mask === null ? null : (value) => (Array.isArray(value) ? value.map(mask) : value)
}

/** Fields that no schema knows are left out of an object that has personal ones. */
function maskOfObject(schema: TSchema): Mask | null {
  const fields = new Map(Object.entries<TSchema>(schema.properties ?? {}).map(([name, field]) => [name, maskOf(field)]))
  const [others] = Object.values<TSchema>(schema.patternProperties ?? {})
  const ofOthers = others === undefined ? hidden : maskOf(others)
  const isPlain = [...fields.values()].every((mask) => mask === null)
  if (isPlain && (others === undefined ? fields.size > 0 : ofOthers === null)) return null
  return (value) => {
    if (!isObject(value)) return value
    const masked: Record<string, unknown> = {}
    for (const [name, part] of Object.entries(value)) {
      const mask = fields.has(name) ? fields.get(name) : ofOthers
      if (fields.has(name) || others !== undefined) masked[name] = mask ? mask(part) : part
    }
    return masked
  }
}

/** The value of a schema without its personal data (security.md#personal-data). */
export function withoutPersonal(schema: TSchema, value: unknown): unknown {
  const mask = maskOf(schema)
  return mask === null ? value : mask(value)
}

/** Whether a value of the schema can have personal data. */
export function mayBePersonal(schema: TSchema): boolean {
  return maskOf(schema) !== null
}

/** The fields by which lists are merged, in every model that has one. */
const KEYS = ['id', 'lineItemId', 'shipmentId', 'returnId'] as const

/**
 * The value with what is masked, or missing, in its personal fields as it is stored: who may not
 * see them leaves them as they are. Null in place of the stored value: there is none, and then a
 * mask is kept, for the caller to refuse.
 */
export function withStoredPersonal<T>(schema: TSchema, value: T, stored: unknown): T {
  return restored(schema, value, stored) as T
}

function restored(schema: TSchema, value: unknown, stored: unknown): unknown {
  if (!mayBePersonal(schema)) return value
  if (schema['x-personal'] === true) return isLeft(value) && stored !== undefined && stored !== null ? stored : value
  const variants: TSchema[] | undefined = schema.anyOf ?? schema.allOf
  if (variants !== undefined) return variants.reduce<unknown>((rest, variant) => restored(variant, rest, stored), value)
  if (Array.isArray(value))
    return value.map((item, index) => restored(schema.items ?? {}, item, counterpart(stored, item, index)))
  if (!isObject(value) || schema.properties === undefined) return value
  const former = isObject(stored) ? stored : {}
  const fields = Object.entries<TSchema>(schema.properties).filter(([name]) => name in value)
  return { ...value, ...Object.fromEntries(fields.map(([name, field]) => [name, restored(field, value[name], former[name])])) }
}

function isLeft(value: unknown): boolean {
  return value === null || value === undefined || value === '' || isMasked(value) || (Array.isArray(value) && value.length === 0)
}

function isMasked(value: unknown): boolean {
  return value === MASK
}

function counterpart(stored: unknown, item: unknown, index: number): unknown {
  if (!Array.isArray(stored)) return undefined
  const key = isObject(item) ? KEYS.find((name) => typeof item[name] === 'string') : undefined
  if (key === undefined) return stored[index]
  return stored.find((other) => isObject(other) && other[key] === (item as Record<string, unknown>)[key])
}

/** The path of the first mask in personal fields of a value; null where there is none. */
export function findMask(schema: TSchema, value: unknown): string | null {
  return findPersonal(schema, value, { path: '', kind: true, isMeant: isMasked })
}

/** The path of the first filter by personal data in a request; null where it has none. */
export function findCriterion(schema: TSchema, value: unknown): string | null {
  return findPersonal(schema, value, { path: '', kind: 'criterion', isMeant: (part) => !isLeft(part) })
}

type Search = { path: string; kind: PersonalKind; isMeant(value: unknown): boolean }

function findPersonal(schema: TSchema, value: unknown, search: Search): string | null {
  const { path, kind, isMeant } = search
  const marked: unknown = schema['x-personal']
  if (Array.isArray(marked)) return kind === 'criterion' && marked.includes(value) ? path : null
  if (marked !== undefined) return marked === kind && isMeant(value) ? path : null
  return firstFound(partsOf(schema, value, path), search)
}

type Part = { schema: TSchema; value: unknown; path: string }

function firstFound(parts: readonly Part[], search: Search): string | null {
  for (const { schema, value, path } of parts) {
    const found = findPersonal(schema, value, { ...search, path })
    if (found !== null) return found
  }
  return null
}

function partsOf(schema: TSchema, value: unknown, path: string): Part[] {
  const variants: TSchema[] = schema.anyOf ?? schema.allOf ?? []
  if (variants.length > 0) return variants.map((variant) => ({ schema: variant, value, path }))
  if (Array.isArray(value) && schema.items !== undefined)
    return value.map((item, index) => ({ schema: schema.items, value: item, path: `${path}[${index}]` }))
  if (!isObject(value)) return []
  return Object.entries<TSchema>(schema.properties ?? {}).map(([name, field]) => ({
    schema: field,
    value: value[name],
    path: path === '' ? name : `${path}.${name}`,
  }))
}
