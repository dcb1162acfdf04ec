import { Kind, type TObject, type TSchema } from '@sinclair/typebox'

/**
 * One step on the way to a property: a field, the item of a list at a position, or the value of the
 * list's item with that key.
 */
export type PathStep = { field: string } | { position: number } | { key: string }

type Segment = { text: string; isKey: boolean }

/** A name or a position after a dot, or in brackets a position or a key; keys may be quoted. */
const SEGMENT = /(?:^|(?!^)\.)([A-Za-z_]\w*|\d+)|\[(?:"([^"]+)"|([^[\]"]+))\]/y
const POSITION = /^\d{1,6}$/

/**
 * Reads a property path over a model, such as `billingAddress.city`, `orderForm.lineItems[0].code`
 * or `properties[RegisterId]`, which is the value of the property item with that key. Names match
 * in any letter case and come out as the model spells them. A path that is none, or leads to
 * nothing that the model has, comes out as the reason.
 */
export function propertyPath(model: TObject, path: string): PathStep[] | string {
  const segments = parseSegments(path)
  if (segments === null) return 'must be a property path, such as billingAddress.city or orderForm.lineItems[0].code'
  const steps: PathStep[] = []
  let place: TSchema = model
  for (const segment of segments) {
    const next = stepInto(place, segment)
    if (next === null) return `leads to nothing: there is no "${segment.text}" at this place`
    steps.push(next.step)
    place = next.place
  }
  return steps
}

function parseSegments(path: string): Segment[] | null {
  const segments: Segment[] = []
  for (let end = 0; end < path.length; end = SEGMENT.lastIndex) {
    SEGMENT.lastIndex = end
    const match = SEGMENT.exec(path)
    if (match === null) return null
    const [, name, quoted, bracketed = ''] = match
    const text = name ?? quoted ?? bracketed
    segments.push({ text, isKey: quoted !== undefined || (name === undefined && !POSITION.test(text)) })
  }
  return segments.length === 0 ? null : segments
}

type Next = { step: PathStep; place: TSchema }

function stepInto(schema: TSchema, segment: Segment): Next | null {
  const inner = withoutNull(schema)
  if (inner[Kind] === 'Array') return stepIntoList(inner.items, segment)
  if (inner[Kind] !== 'Object' || segment.isKey) return null
  const wanted = segment.text.toLowerCase()
  const name = Object.keys(inner.properties).find((field) => field.toLowerCase() === wanted)
  return name === undefined ? null : { step: { field: name }, place: inner.properties[name] }
}

function stepIntoList(item: TSchema, { text, isKey }: Segment): Next | null {
  if (!isKey) return POSITION.test(text) ? { step: { position: Number(text) }, place: item } : null
  const { key, value } = (item.properties ?? {}) as Record<string, TSchema>
  return key === undefined || value === undefined ? null : { step: { key: text }, place: value }
}

function withoutNull(schema: TSchema): TSchema {
  if (schema[Kind] !== 'Union') return schema
  return (schema.anyOf as TSchema[]).find((option) => option[Kind] !== 'Null') ?? schema
}
