import { Kind, type Static, type TObject, type TSchema } from '@sinclair/typebox'
import { completeText, type ModelShape, modelShape } from './complete-text.ts'
import { emptyText, isModel, isNumber, mayLack, presentSchema, requiredFields } from './model-fields.ts'

/** How the values of a model are written as JSON, and read. */
export type ModelText<T> = {
  /**
   * Without the fields that have their empty value: `[]` of a list, `false`, `0` of a number that
   * cannot be null, else `null`; but for those whose absence in a request means another value.
   */
  sparse(value: T): string
  /** A JSON text of a value with every field of the model, in its order. */
  whole(json: string): string
  /** The value of which `sparse` has made a text, of what `JSON.parse` makes of that text. */
  completed(parsed: unknown): T
}

/**
 * Fields that are written even when they are empty: a request without one means another value
 * (`updateStock` is true then), and a sparse order that is sent back must change nothing.
 */
const kept = ['updateStock']

const unusual = /["\\\p{Cc}\p{Cs}]/u

/** The functions that the compiled ones use. */
const help = {
  text: (value: unknown) => (typeof value === 'string' && !unusual.test(value) ? `"${value}"` : JSON.stringify(value)),
  number: (value: unknown) => (Number.isFinite(value) ? String(value) : JSON.stringify(value)),
  other: (value: unknown) => JSON.stringify(value),
}

type Form = 'sparse' | 'completed'

/** Writes a function of JavaScript for each model and list in a schema. */
class Source {
  readonly functions: string[] = []
  private readonly names = new Map<unknown, string>()
  private readonly form: Form

  constructor(form: Form) {
    this.form = form
  }

  /** The name of the function for a model or a list. */
  functionName(schema: TSchema): string {
    const key = schema.$id ?? schema
    const known = this.names.get(key)
    if (known !== undefined) return known
    const name = `f${this.names.size}`
    this.names.set(key, name)
    const body = isModel(schema) ? this[this.form](schema) : this.list(schema.items)
    this.functions.push(`function ${name}(o) { if (o === null || o === undefined) return ${this.nothing()}; ${body} }`)
    return name
  }

  private nothing(): string {
    return this.form === 'completed' ? 'null' : `'null'`
  }

  /** An expression for a value that is not undefined. */
  private valueExpression(schema: TSchema, value: string): string {
    const present = presentSchema(schema)
    if (isModel(present) || present[Kind] === 'Array') return `${this.functionName(present)}(${value})`
    if (this.form === 'completed') return value
    if (present[Kind] === 'Boolean') return `${value}`
    if (isNumber(present)) return `help.number(${value})`
    return present.type === 'string' ? `help.text(${value})` : `help.other(${value})`
  }

  private list(items: TSchema): string {
    const item = this.valueExpression(items, 'o[i]')
    if (this.form === 'completed') return `const r = []; for (let i = 0; i < o.length; i++) r.push(${item}); return r;`
    return `let r = '['; for (let i = 0; i < o.length; i++) { if (i > 0) r += ','; r += ${item} } return r + ']';`
  }

  private sparse(model: TObject): string {
    const writes = Object.entries(model.properties).map(([name, field]) => {
      const key = quoted(`,${JSON.stringify(name)}:`)
      const isPresent = mayLack(field) || kept.includes(name) ? 'v !== undefined' : `v !== undefined && ${notEmpty(field)}`
      if (isModel(field) && !mayLack(field))
        return `v = ${this.valueExpression(field, `o[${JSON.stringify(name)}]`)}; if (v !== '{}') r += ${key} + v;`
      const write = `v === null ? 'null' : ${this.valueExpression(field, 'v')}`
      return `v = o[${JSON.stringify(name)}]; if (${isPresent}) r += ${key} + (${write});`
    })
    return `let r = '', v; ${writes.join('\n')} return '{' + r.slice(1) + '}';`
  }

  private completed(model: TObject): string {
    const fieldExpression = ([name, field]: [string, TSchema]) => this.valueExpression(field, `o[${JSON.stringify(name)}]`)
    const required = requiredFields(model).map((entry) => {
      const [name, field] = entry
      const value = `o[${JSON.stringify(name)}]`
      const empty = isModel(field) ? `${this.functionName(field)}({})` : emptyText(field)
      return `${JSON.stringify(name)}: ${value} === undefined ? ${empty} : ${fieldExpression(entry)}`
    })
    const optional = Object.entries(model.properties).filter(([, field]) => mayLack(field))
    const adds = optional.map((entry) => {
      const name = JSON.stringify(entry[0])
      return `if (o[${name}] !== undefined) r[${name}] = ${fieldExpression(entry)};`
    })
    return `const r = { ${required.join(', ')} }; ${adds.join(' ')} return r;`
  }
}

/** Whether `v`, which is not undefined, is not the empty value of a field. */
function notEmpty(field: TSchema): string {
  if (field[Kind] === 'Array') return '(v === null || v.length > 0)'
  if (field[Kind] === 'Boolean') return 'v !== false'
  if (isNumber(field)) return 'v !== 0'
  return 'v !== null'
}

const quoted = JSON.stringify

function compiled(model: TObject, form: Form): (value: never) => unknown {
  const source = new Source(form)
  const name = source.functionName(model)
  return new Function('help', `${source.functions.join('\n')}\nreturn ${name}`)(help)
}

/**
 * Makes the functions of a model from its schema, as fast-json-stringify does: without a walk over
 * the schema for each value (ADR 114). Fields that the model does not have are left out. The
 * functions are made when they are needed first.
 */
export function modelText<T extends TObject>(model: T): ModelText<Static<T>> {
  const made: Partial<Record<Form, (value: never) => unknown>> = {}
  const of = (form: Form) => {
    made[form] ??= compiled(model, form)
    return made[form]
  }
  let shape: ModelShape | null = null
  const sparse = (value: unknown) => of('sparse')(value as never) as string
  return {
    sparse,
    whole(json) {
      shape ??= modelShape(model)
      return completeText(shape, json) ?? (completeText(shape, sparse(JSON.parse(json))) as string)
    },
    completed: (parsed) => of('completed')(parsed as never) as Static<T>,
  }
}
