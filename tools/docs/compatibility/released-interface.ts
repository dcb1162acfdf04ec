import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { OpenApiDocument } from '@open-oms/service-kit/openapi/openapi-document'

type Json = Record<string, unknown>

/** Where the interface of the last release is kept. */
const releasedFile = join(import.meta.dirname, 'released-openapi.json.gz')

/** What says nothing about what a client may send and receives. */
const prose = new Set(['description', 'summary', 'example', 'examples', 'tags', 'externalDocs'])

/** An OpenAPI document without its prose. */
export function withoutProse(document: OpenApiDocument): OpenApiDocument {
  return bare(document, '') as OpenApiDocument
}

function bare(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value.map((item) => bare(item, ''))
  if (typeof value !== 'object' || value === null) return value
  // The names of properties are names, whatever they are.
  const isProse = (key: string) => name !== 'properties' && prose.has(key)
  const kept = Object.entries(value).filter(([key]) => !isProse(key))
  return Object.fromEntries(kept.map(([key, one]) => [key, bare(one, name === 'properties' ? '' : key)]))
}

/** The interface of the last release, as `keepAsReleased` wrote it. */
export function releasedInterface(): OpenApiDocument {
  return JSON.parse(gunzipSync(readFileSync(releasedFile)).toString()) as OpenApiDocument
}

/** Makes a document the one that later ones are compared with. */
export function keepAsReleased(document: OpenApiDocument): void {
  writeFileSync(releasedFile, gzipSync(JSON.stringify(withoutProse(document) satisfies Json), { level: 9 }))
}
