import { DomainError } from '@open-oms/contracts/errors'
import { parseJson } from '@open-oms/service-kit/input/parse-json'
import { holds, type Target } from '../target.ts'

/** Refusals that JSON.parse does not have: bounds, and texts that no database stores. */
const ownRefusals = new Set(['JsonTooDeep', 'JsonTooManyValues', 'ValidationFailed'])

const isHarmful = (value: unknown) => typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype')

function nativeOutcome(text: string): string {
  try {
    // As parse-json.ts says: nothing that changes a prototype.
    const safe = (key: string, value: unknown) =>
      key === '__proto__' || (key === 'constructor' && isHarmful(value)) ? undefined : value
    return JSON.stringify(JSON.parse(text.replace(/^\uFEFF/, ''), safe)) ?? 'nothing'
  } catch {
    return 'MalformedJson'
  }
}

async function ownOutcome(text: string, pieceLength: number): Promise<string> {
  try {
    return JSON.stringify(await parseJson(text, pieceLength)) ?? 'nothing'
  } catch (error) {
    if (error instanceof DomainError) return error.code
    throw error
  }
}

/** JSON bodies: read in pieces of any length, the value is that of JSON.parse, or it is refused. */
export const json: Target = {
  files: /input\/parse-json\.ts$/,
  words: [
    '[',
    ']',
    '{',
    '}',
    ',',
    ':',
    '"',
    '\\',
    '\\u0000',
    '\\ud800',
    '"__proto__":',
    '"constructor":',
    '"prototype":',
    'null',
    '1e5',
    ' ',
  ],
  seeds: ['{"a":[1,2,{"b":"c"}],"d":null}', '[[],{},"x\\u0041",-1.5e3,true]', '{"constructor":{"prototype":{"a":[1]}},"b":[2]}'],
  start: async () => async (bytes) => {
    const text = bytes.toString()
    const native = nativeOutcome(text)
    for (const pieceLength of [1, 9, 64 * 1024]) {
      const own = await ownOutcome(text, pieceLength)
      holds(own === native || ownRefusals.has(own), `pieces of ${pieceLength}`, own, native)
    }
  },
}
