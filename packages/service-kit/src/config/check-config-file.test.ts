import { readFileSync } from 'node:fs'
import type { ConfigFileContract } from '@open-oms/contracts/config/config-file'
import { gatewayConfigFiles } from '@open-oms/contracts/config/tenant-config'
import { Kind, type TSchema } from '@sinclair/typebox'
import t from 'tap'
import { checkConfigFile } from './check-config-file.ts'

const sample = new URL('../../../../config/', import.meta.url)
const files = Object.values(gatewayConfigFiles).flatMap((contract): ConfigFileContract[] =>
  'file' in contract ? [contract] : [],
)

/** A file in which one field has a value that it cannot have. */
type Planted = { path: string; content: unknown }
type Place = { schema: TSchema; written: unknown; path: string; embed(value: unknown): unknown }

function* planted(place: Place): Generator<Planted> {
  const schema = presentForm(place.schema)
  const { path, embed } = place
  const kind = schema[Kind]
  if (kind === 'Unknown') return
  if (path !== '') yield { path, content: embed(kind === 'String' || kind === 'Word' ? {} : 'planted') }
  if (kind === 'Array') yield* inList({ ...place, schema })
  if (kind === 'Object' || kind === 'Record') yield* inObject({ ...place, schema })
}

function* inList({ schema, written, path, embed }: Place): Generator<Planted> {
  const [first, ...others] = Array.isArray(written) ? written : []
  yield* planted({
    schema: schema.items,
    written: first,
    path: `${path}[0]`,
    embed: (value) => embed([value, ...others]),
  })
}

/** An object that the sample does not have is written, empty but for what is planted. */
function* inObject({ schema, written, path, embed }: Place): Generator<Planted> {
  const object = (typeof written === 'object' && written !== null ? written : {}) as Record<string, unknown>
  const at = (name: string) => (path === '' ? name : `${path}.${name}`)
  const fields: Record<string, TSchema> =
    schema[Kind] === 'Object'
      ? schema.properties
      : Object.fromEntries(Object.keys(object).map((key) => [key, Object.values(schema.patternProperties)[0] as TSchema]))
  for (const [name, property] of Object.entries(fields))
    yield* planted({
      schema: property,
      written: object[name],
      path: at(name),
      embed: (value) => embed({ ...object, [name]: value }),
    })
  if (schema.additionalProperties === false) yield { path: at('planted'), content: embed({ ...object, planted: 1 }) }
}

function presentForm(schema: TSchema): TSchema {
  if (schema[Kind] !== 'Union') return schema
  return (schema.anyOf as TSchema[]).find((option) => option[Kind] !== 'Null') as TSchema
}

t.test('given a mistake in any field of any file, when the file is checked, then that field is named', async (t) => {
  for (const file of files) {
    const written = JSON.parse(readFileSync(new URL(file.file, sample), 'utf8'))
    const mistakes = [...planted({ schema: file.schema, written, path: '', embed: (value) => value })]
    const wrong = mistakes.flatMap(({ path, content }) => {
      const checked = checkConfigFile(file, JSON.stringify(content))
      const problems = 'problems' in checked ? checked.problems : []
      const named = problems.filter(({ reason }) => reason !== 'is missing').map((problem) => problem.path)
      return named.length === 1 && named[0] === path ? [] : [{ path, named }]
    })
    t.ok(mistakes.length > 1, `${file.file}: ${mistakes.length} mistakes`)
    t.same(wrong, [], file.file)
  }
})

t.test('given a role in another form, when the file is checked, then the sentence says what it must be', async (t) => {
  const clients = files.find(({ file }) => file === 'api-clients.json') as ConfigFileContract
  const written = JSON.parse(readFileSync(new URL(clients.file, sample), 'utf8'))
  const [client, ...others] = written.apiClients
  const checked = checkConfigFile(
    clients,
    JSON.stringify({ ...written, apiClients: [{ ...client, roles: ['not a role!'] }, ...others] }),
  )
  t.match(checked, { problems: [{ reason: /^must be one of .+, or the name of a role of `roles\.json`, is "not a role!"$/ }] })
})
