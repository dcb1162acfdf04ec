import type { TSchema } from '@sinclair/typebox'

/** A schema with the path of the field that has it: `createOrder.lineItems[].quantity`. */
export type PlacedSchema = { path: string; schema: TSchema }

/** A schema with all that are in it, each once on its path. */
export function schemasWithin(schema: TSchema, path: string, seen = new Set<TSchema>()): PlacedSchema[] {
  if (seen.has(schema)) return []
  const inside = new Set([...seen, schema])
  const options: TSchema[] = schema.anyOf ?? schema.allOf ?? []
  const fields = Object.entries((schema.properties ?? {}) as Record<string, TSchema>)
  return [
    { path, schema },
    ...options.flatMap((option) => schemasWithin(option, path, inside)),
    ...fields.flatMap(([name, field]) => schemasWithin(field, `${path}.${name}`, inside)),
    ...(schema.items === undefined ? [] : schemasWithin(schema.items, `${path}[]`, inside)),
  ]
}
