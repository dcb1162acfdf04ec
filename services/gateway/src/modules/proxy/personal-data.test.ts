import { findMask, MASK, withoutPersonal } from '@open-oms/contracts/personal'
import type { TSchema } from '@sinclair/typebox'
import t from 'tap'
import { proxiedRoutes } from './route-table.ts'

/** Names of fields that tell who a customer is, whatever model they are in. */
const TELLING = /(e-?mail|phone|(first|last)name|customer(Name|Contact)|^line[12]$|postalCode|streetNumber|apartment)/i
/** The same names of what is no customer: an address of a shop, a flag. */
const impersonal = new Set(['PickUpPointAddress'])
const PLANTED = 'Zebulon'

/** A value of a schema in which every text is planted that tells who someone is. */
function sample(schema: TSchema, name = '', model = ''): unknown {
  const variants: TSchema[] = schema.anyOf ?? schema.allOf ?? []
  const [variant] = variants.filter(({ type }) => type !== 'null')
  if (variant !== undefined) return sample(variant, name, model)
  if (schema.type === 'array') return [sample(schema.items, name, model)]
  if (schema.type === 'string') return TELLING.test(name) && !impersonal.has(model) ? PLANTED : 'text'
  if (schema.type !== 'object') return schema.type === undefined ? PLANTED : null
  const fields = Object.entries<TSchema>(schema.properties ?? {})
  return Object.fromEntries(fields.map(([key, field]) => [key, sample(field, key, schema.$id ?? model)]))
}

t.test('given every response of every service, when it is masked, then no text that tells who someone is is left', async (t) => {
  let planted = 0
  for (const { contract } of proxiedRoutes()) {
    // Who may not see personal data reads no customers at all; public routes have no caller.
    if (contract.access === 'public' || contract.permission === 'SeePersonalData') continue
    for (const schema of Object.values(contract.responses)) {
      if (schema === null || schema.$id === 'Error') continue
      const value = sample(schema)
      if (!JSON.stringify(value).includes(PLANTED)) continue
      planted++
      const masked = JSON.stringify(withoutPersonal(schema, value))
      const at = masked.indexOf(PLANTED)
      t.equal(at, -1, `${contract.operationId}: ${masked.slice(Math.max(0, at - 80), at + 20)}`)
    }
  }
  t.ok(planted > 50, `${planted} responses have something to mask`)
})

t.test('given a masked value, when it is masked again, then it is the same, and its mask is found', async (t) => {
  const order = proxiedRoutes().find(({ contract }) => contract.operationId === 'getOrder')?.contract.responses[200]
  const once = withoutPersonal(order as TSchema, sample(order as TSchema))
  t.same(withoutPersonal(order as TSchema, once), once)
  t.type(findMask(order as TSchema, once), 'string')
  t.ok(JSON.stringify(once).includes(MASK))
})
