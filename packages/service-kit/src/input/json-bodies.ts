import { isUtf8 } from 'node:buffer'
import { mayHoldFileAddress, removePublicBase } from '@open-oms/contracts/catalog/file-addresses'
import { DomainError } from '@open-oms/contracts/errors'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { createYielder } from '../waiting/yield-to-others.ts'
import { parseJson } from './parse-json.ts'
import '../http/server-state.ts'

/** The value of a request body, undefined for none. Raises what `parseJson` raises. */
export async function parseJsonBody(text: string): Promise<unknown> {
  return text.length === 0 || text.trim().length === 0 ? undefined : parseJson(text)
}

async function removeBase(value: unknown, publicBase: string, fields?: ReadonlySet<string>): Promise<void> {
  const yieldIfDue = createYielder()
  for (const part of Array.isArray(value) ? value : [value]) {
    removePublicBase(part, publicBase, fields)
    await yieldIfDue()
  }
}

const MEDIA_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+\s*(?:;|$)/

/**
 * Reads every body as JSON, whatever its content type says, and also without one
 * (http.md#request-bodies).
 */
export const jsonBodies = fp(
  async (app) => {
    app.addHook('onRequest', (request, _reply, done) => {
      const type = request.headers['content-type']
      // Fastify refuses what is no media type at all before any parser sees it.
      if (type !== undefined && type !== 'application/json' && !MEDIA_TYPE.test(type)) delete request.headers['content-type']
      done()
    })
    app.removeAllContentTypeParsers()
    app.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, readBody)
  },
  { name: 'json-bodies', fastify: '5.x', dependencies: ['server-state'] },
)

async function readBody(request: FastifyRequest, body: Buffer): Promise<unknown> {
  // Decoding would quietly put a replacement character in the place of what is not UTF-8.
  if (!isUtf8(body)) throw new DomainError('MalformedJson', 'The body is not UTF-8.')
  const text = new TextDecoder().decode(body)
  const value = await parseJsonBody(text)
  // What a client has read here comes back as it is kept.
  const { publicBase } = request.server.kit
  if (publicBase !== null && mayHoldFileAddress(text)) {
    await removeBase(value, publicBase, request.routeOptions.config.membersWithAddresses)
  }
  return value
}
