import { Kind, type TObject, type TSchema } from '@sinclair/typebox'
import { emptyText, isModel, mayLack, presentSchema } from './model-fields.ts'

/**
 * What a value is made of: a model, a list of models, or null where its text is copied as it is.
 */
type Shape = ModelShape | ListShape | null
type ListShape = { items: Shape }

/** A model, with its empty fields as text, each followed by a comma, and where each of them is. */
export type ModelShape = { empty: string; fields: Map<string, FieldShape> }
type FieldShape = { start: number; end: number; value: Shape }

/** The shape of a model. Models that contain themselves are told by their `$id`. */
export function modelShape(model: TObject, known = new Map<unknown, ModelShape>()): ModelShape {
  const key = model.$id ?? model
  const other = known.get(key)
  if (other !== undefined) return other
  const shape: ModelShape = { empty: '', fields: new Map() }
  known.set(key, shape)
  for (const [name, field] of Object.entries(model.properties)) {
    const start = shape.empty.length
    if (!mayLack(field)) shape.empty += `${JSON.stringify(name)}:${emptyText(field)},`
    shape.fields.set(name, { start, end: shape.empty.length, value: fieldShape(field, known) })
  }
  return shape
}

function fieldShape(field: TSchema, known: Map<unknown, ModelShape>): Shape {
  const schema = presentSchema(field)
  if (isModel(schema)) return modelShape(schema, known)
  const items = schema[Kind] === 'Array' ? fieldShape(schema.items, known) : null
  return items === null ? null : { items }
}

const QUOTE = '"'.charCodeAt(0)
const BACKSLASH = '\\'.charCodeAt(0)
const COLON = ':'.charCodeAt(0)
const COMMA = ','.charCodeAt(0)
const OPEN = '{'.charCodeAt(0)
const CLOSE = '}'.charCodeAt(0)
const LIST = '['.charCodeAt(0)
const LIST_END = ']'.charCodeAt(0)

/**
 * The JSON of a model with the empty fields that it lacks: they are put between those that it has,
 * without parsing them (ADR 114). Null for JSON that has spaces between its tokens, fields in
 * another order than the model, or fields that the model does not have.
 */
export function completeText(model: ModelShape, json: string): string | null {
  return new Completion(json).toText(model)
}

/** One walk through a JSON text, which is known to be valid. */
class Completion {
  private readonly json: string
  /** Where the walk is. */
  private at = 0
  /** The text already in `out`. */
  private copied = 0
  private out = ''

  constructor(json: string) {
    this.json = json
  }

  toText(model: ModelShape): string | null {
    return this.object(model) ? this.out + this.json.slice(this.copied) : null
  }

  private next(): number {
    return this.json.charCodeAt(this.at)
  }

  private insert(text: string): void {
    this.out += this.json.slice(this.copied, this.at) + text
    this.copied = this.at
  }

  /** Passes an object; false, like `list` and `value`, if it is not as `completeText` needs it. */
  private object({ empty, fields }: ModelShape): boolean {
    let complete = 0
    this.at++
    while (this.next() === QUOTE) {
      const nameEnd = this.json.indexOf('"', this.at + 1)
      const field = fields.get(this.json.slice(this.at + 1, nameEnd))
      if (field === undefined || field.start < complete || this.json.charCodeAt(nameEnd + 1) !== COLON) return false
      if (field.start > complete) this.insert(empty.slice(complete, field.start))
      complete = field.end
      this.at = nameEnd + 2
      if (!this.value(field.value)) return false
      if (this.next() === COMMA) this.at++
    }
    if (this.next() !== CLOSE) return false
    if (complete < empty.length) this.insert((this.json.charCodeAt(this.at - 1) === OPEN ? '' : ',') + empty.slice(complete, -1))
    this.at++
    return true
  }

  private list({ items }: ListShape): boolean {
    this.at++
    while (this.next() !== LIST_END) {
      if (!this.value(items)) return false
      if (this.next() === COMMA) this.at++
    }
    this.at++
    return true
  }

  private value(shape: Shape): boolean {
    const first = this.next()
    if (first === OPEN && shape !== null && 'fields' in shape) return this.object(shape)
    if (first === LIST && shape !== null && 'items' in shape) return this.list(shape)
    if (first === OPEN || first === LIST) this.skipNested()
    else if (first === QUOTE) this.skipString()
    else this.skipWord()
    return true
  }

  private skipString(): void {
    do this.at = this.json.indexOf('"', this.at + 1)
    while (this.isEscaped())
    this.at++
  }

  private isEscaped(): boolean {
    let backslashes = 0
    while (this.json.charCodeAt(this.at - 1 - backslashes) === BACKSLASH) backslashes++
    return backslashes % 2 === 1
  }

  /** Passes a number, `true`, `false` or `null`. */
  private skipWord(): void {
    let code = this.next()
    while (code !== COMMA && code !== CLOSE && code !== LIST_END) {
      this.at++
      code = this.next()
    }
  }

  private skipNested(): void {
    let depth = 0
    do {
      const code = this.next()
      if (code === OPEN || code === LIST) depth++
      if (code === CLOSE || code === LIST_END) depth--
      if (code === QUOTE) this.skipString()
      else this.at++
    } while (depth > 0)
  }
}
