import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OpenApiDocument } from '@open-oms/service-kit/openapi/openapi-document'
import { wrapProse } from '../wrap-prose.ts'
import { compareModel, compareOperation, namedModels, operationsByCall, type Verdict } from './compare-interface.ts'
import { existingOperations } from './operations.ts'

/** The fields of each model that existing clients know, with their types. */
export const existingModels: Readonly<Record<string, Readonly<Record<string, string>>>> = JSON.parse(
  readFileSync(join(import.meta.dirname, 'models.json'), 'utf8'),
)

const INTRODUCTION = `This page says, call by call and field by field, what a client finds here that was written for the
closed system that shops, ERPs and warehouses already speak to. A test compares it with the
interface: a removal or change that is not named here fails.

- **same**: the call or model is there with everything that existing clients know of it.
- **superset**: the same, and more, which existing clients may ignore.
- **different**: it is there and does or takes something else, with the reason.
- **not offered**: it is not there, with the reason.

## How calls are written

Existing clients differ in how they write a call. All of this works, and \`e2e/recorded-calls\` has
calls as they send them, run by a test; add one of yours there when you depend on it.

| Clients send | Here |
|---|---|
| paths and query names in any letter case, with or without a slash at the end | [found](behaviour/http.md#paths) |
| property names in any letter case | [read](behaviour/http.md#property-names); responses have camelCase |
| \`text/json\`, \`application/json-patch+json\`, other types or none, with or without a byte order mark | [read as JSON](behaviour/http.md#request-bodies) |
| dates without a zone, with another zone, without a time; \`0001-01-01T00:00:00\` | [read as UTC](behaviour/http.md#dates); the last is no date |
| null for what is not there, lists included | [the same as leaving it out](behaviour/http.md#null-and-empty) |
| words in any letter case; some as numbers | [read](behaviour/http.md#words) |
| properties that nobody knows | [ignored](behaviour/http.md#unknown-fields) |
| any \`Accept\` | accepted; never 406 |

## Deprecation

A call or a property that clients are to give up is marked \`deprecated\` in the interface document,
with what replaces it. Every response of such a call has \`Deprecation\` (RFC 9745: since when) and
\`Sunset\` (RFC 8594: until when it works at least). Between the two is a year or more, and at least
one minor version. Calls and fields on this page are not deprecated while existing clients use them.

## Changes between versions

A check compares the interface with that of the last release (by oasdiff). A change that can break a
client fails it, unless it is listed with its reason in
\`tools/docs/compatibility/breaking-changes.ts\`; what is listed is in the changelog, too. New calls,
optional parameters, new fields and new statuses of success break nothing. New words in a response
break nothing either: treat a word that you do not know as *other*.
`

/** docs/reference/compatibility.md: what existing clients find of each call and each field. */
export function compatibilityPage(note: string, documents: readonly OpenApiDocument[]): string {
  return wrapProse(`# Compatibility\n\n<!-- ${note} -->\n\n${INTRODUCTION}\n${tables(documents)}\n`)
}

function tables(documents: readonly OpenApiDocument[]): string {
  const operations = operationsByCall(documents)
  const models = namedModels(documents)
  const calls = Object.entries(existingOperations).flatMap(([group, list]) => [
    `### ${group}`,
    '',
    '| Call | Here | |',
    '|---|---|---|',
    ...list.map((one) => callRow(one.call, compareOperation(one, operations))),
    '',
  ])
  const fields = Object.entries(existingModels).flatMap(([name, its]) => modelSection(name, its, compareModel(name, its, models)))
  return ['## Calls', '', ...calls, '## Models', '', ...fields].join('\n').trimEnd()
}

function callRow(call: string, { verdict, more, differences }: Verdict): string {
  const notes = [...differences.map(({ why }) => why), ...(more.length === 0 ? [] : [`More: ${codes(more)}.`])]
  return `| \`${call}\` | ${verdict} | ${notes.join(' ')} |`
}

function modelSection(name: string, fields: Readonly<Record<string, string>>, { verdict, more, differences }: Verdict): string[] {
  const notes = differences.map(({ of, why }) => (of === name ? why : `\`${of}\`: ${why}`))
  const lines = [...notes, ...(more.length === 0 ? [] : [`More here: ${codes(more)}.`])]
  return [
    `### ${name}`,
    '',
    `${verdict[0]?.toUpperCase()}${verdict.slice(1)}.`,
    `Fields: ${codes(Object.keys(fields))}.`,
    ...lines.flatMap((line) => ['', line]),
    '',
  ]
}

function codes(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ')
}
