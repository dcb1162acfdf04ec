import { isUtf8 } from 'node:buffer'
import { DomainError, invalid } from '@oms/contracts/errors'
import type { FastifyInstance } from 'fastify'
import secureJson from 'secure-json-parse'
import { mayHoldFileAddress, removePublicBase } from '../files/file-addresses.ts'
import './server-state.ts'

/** The root counts as 1 (4-decisions A.11). */
export const JSON_DEPTH_MAX = 32

const QUOTE = 34
const BACKSLASH = 92
/** Escapes that may stand for what Postgres cannot keep: NUL, and halves of a surrogate pair. */
const SUSPECT_ESCAPE = /\\u(?:0000|[dD][89a-fA-F])/

/** The position after the text that begins at `start`. */
function afterText(json: string, start: number): number {
  let end = json.indexOf('"', start + 1)
  while (end !== -1) {
    let backslashes = 0
    while (json.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes++
    if (backslashes % 2 === 0) return end
    end = json.indexOf('"', end + 1)
  }
  return json.length
}

/** Whether lists and objects are nested deeper than `limit`; reads the text once, without recursion. */
export function isDeeperThan(json: string, limit: number): boolean {
  let depth = 0
  for (let i = 0; i < json.length; i++) {
    const code = json.charCodeAt(i)
    if (code === QUOTE) i = afterText(json, i)
    // `[` and `{` differ in one bit only, and so do `]` and `}`.
    else if ((code | 32) === 123 && ++depth > limit) return true
    else if ((code | 32) === 125) depth--
  }
  return false
}

function requireStorableTexts(value: unknown, path: string): void {
  if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) {
    throw invalid(path, 'must not contain the NUL character or half of a surrogate pair')
  }
  if (typeof value !== 'object' || value === null) return
  for (const [key, member] of Object.entries(value)) {
    const name = Array.isArray(value) ? `[${key}]` : path === '' ? key : `.${key}`
    requireStorableTexts(key, path)
    requireStorableTexts(member, path + name)
  }
}

/**
 * Parses a request body: undefined for none, else the JSON value without `__proto__` members.
 * Errors: `MalformedJson`, `JsonTooDeep`, `ValidationFailed` for texts that cannot be stored.
 */
export function parseJsonBody(text: string): unknown {
  if (text.length === 0 || text.trim().length === 0) return undefined
  if (isDeeperThan(text, JSON_DEPTH_MAX)) {
    throw new DomainError('JsonTooDeep', `The JSON body is nested deeper than ${JSON_DEPTH_MAX} levels.`)
  }
  const value = parse(text)
  if (SUSPECT_ESCAPE.test(text)) requireStorableTexts(value, '')
  return value
}

function parse(text: string): unknown {
  try {
    return secureJson.parse(text, null, { protoAction: 'remove', constructorAction: 'remove' })
  } catch (error) {
    throw new DomainError('MalformedJson', `The body is not valid JSON: ${(error as Error).message.slice(0, 200)}.`)
  }
}

const MEDIA_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+\s*(?:;|$)/

/** Reads every body as JSON, whatever its content type says, and also without one (4-decisions A.4). */
export function addBodyParsers(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const type = request.headers['content-type']
    // Fastify refuses what is no media type at all before any parser sees it.
    if (type !== undefined && type !== 'application/json' && !MEDIA_TYPE.test(type)) delete request.headers['content-type']
    done()
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      // Decoding would quietly put a replacement character in the place of what is not UTF-8.
      if (!isUtf8(body)) throw new DomainError('MalformedJson', 'The body is not UTF-8.')
      const text = new TextDecoder().decode(body)
      const value = parseJsonBody(text)
      // What a client has read here comes back as it is kept.
      if (app.kit.publicBase !== null && mayHoldFileAddress(text)) removePublicBase(value, app.kit.publicBase)
      done(null, value)
    } catch (error) {
      done(error as Error)
    }
  })
}
