import { Kind, type TObject, type TSchema } from '@sinclair/typebox'
import { type PathStep, propertyPath } from './property-path.ts'

/** What kind of value a property has. */
export type PropertyKind = 'text' | 'decimal' | 'date' | 'boolean' | 'list' | 'json'

/** A property that a column fills. */
export type PropertyTarget = {
  /** As the model spells it, `[]` included. */
  path: string
  steps: readonly PathStep[]
  /**
   * The position in `steps` of the item that each row adds; null when the property is there once.
   */
  spreadAt: number | null
  kind: PropertyKind
}

/**
 * The property that a path such as `orderForm.lineItems[].code` names in a model; a text that says
 * why when it names none. `[]` may come once, and marks the list that gets an item of each row.
 */
export function propertyTarget(model: TObject, path: string): PropertyTarget | string {
  const parts = path.split('[]')
  const [list = ''] = parts
  if (parts.length > 2) return 'may have [] once'
  const steps = propertyPath(model, path.replace('[]', '[0]'))
  if (typeof steps === 'string') return steps
  const spreadAt = parts.length === 1 ? null : spreadPosition(model, steps, list)
  return { path: formatPath(steps, spreadAt), steps, spreadAt, kind: kindAt(model, steps) }
}

/** Sets a value at a target; `position` is that of the row among the rows of its item. */
export function setAt(
  item: Record<string, unknown>,
  target: PropertyTarget,
  { position, value }: { position: number; value: unknown },
) {
  const last = target.steps.length - 1
  let place: unknown = item
  for (const [index, step] of target.steps.entries()) {
    if ('key' in step) return setProperty(place as unknown[], step.key, value)
    const name = 'field' in step ? step.field : index === target.spreadAt ? position : step.position
    const container = place as Record<string | number, unknown>
    if (index === last) container[name] = value
    else container[name] ??= 'field' in (target.steps[index + 1] as PathStep) ? {} : []
    place = container[name]
  }
}

/** The value at a target of an item; undefined where there is none. */
export function valueAt(item: unknown, target: PropertyTarget, position = 0): unknown {
  let place: unknown = item
  for (const [index, step] of target.steps.entries()) {
    if (place === null || place === undefined) return undefined
    if ('key' in step) return (place as { key: string; value: unknown }[]).find(({ key }) => key === step.key)?.value
    const name = 'field' in step ? step.field : index === target.spreadAt ? position : step.position
    place = (place as Record<string | number, unknown>)[name]
  }
  return place
}

/**
 * The path of the list that a target adds items to, such as `orderForm.lineItems`; null for a
 * target that is there once.
 */
export function targetSpreadPath({ path }: PropertyTarget): string | null {
  const end = path.indexOf('[]')
  return end < 0 ? null : path.slice(0, end)
}

function setProperty(properties: unknown[], key: string, value: unknown): void {
  const known = (properties as { key: string; value: unknown }[]).find((property) => property.key === key)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (known === undefined) properties.push({ key, value: text })
  else known.value = text
}

function spreadPosition(model: TObject, steps: readonly PathStep[], before: string): number {
  const list = propertyPath(model, before)
  return typeof list === 'string' ? steps.findIndex((step) => 'position' in step) : list.length
}

function formatPath(steps: readonly PathStep[], spreadAt: number | null): string {
  const texts = steps.map((step, index) => {
    if (index === spreadAt) return '[]'
    if ('field' in step) return index === 0 ? step.field : `.${step.field}`
    return 'key' in step ? `[${step.key}]` : `[${step.position}]`
  })
  return texts.join('')
}

function kindAt(model: TSchema, steps: readonly PathStep[]): PropertyKind {
  let place: TSchema = withoutNull(model)
  for (const step of steps) {
    if ('key' in step) return 'text'
    place = withoutNull('field' in step ? place.properties[step.field] : place.items)
  }
  return propertyKind(place)
}

function propertyKind(schema: TSchema): PropertyKind {
  if (schema[Kind] === 'Array') return propertyKind(withoutNull(schema.items)) === 'text' ? 'list' : 'json'
  if (schema[Kind] === 'Object') return 'json'
  if (schema.type === 'boolean') return 'boolean'
  if (schema.type === 'number' || schema.type === 'integer') return 'decimal'
  return schema.format === 'date-time' ? 'date' : 'text'
}

function withoutNull(schema: TSchema): TSchema {
  if (schema[Kind] !== 'Union') return schema
  return (schema.anyOf as TSchema[]).find((option) => option[Kind] !== 'Null') ?? schema
}
