import { createHash } from 'node:crypto'
import { extname } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import { DomainError } from '@open-oms/contracts/errors'
import { isNotModified } from '@open-oms/service-kit/http/etag'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A file in the forms that a browser may ask for. */
export type PageFile = { type: string; plain: Buffer; br: Buffer; gzip: Buffer }

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
}

// The sixth of eleven levels: the rest would take seconds at the first request and save a tenth.
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }

/** For files whose address changes with their content. */
export const FOR_EVER = 'public, max-age=31536000, immutable'
/** For what keeps its address: the browser asks whether its copy is still good. */
const ASK_AGAIN = 'no-cache'

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface merges with Fastify's own.
  interface FastifyInstance {
    /** The origin of files where they have a host of their own; null elsewhere. */
    assetOrigin: string | null
  }
}

/**
 * What pages may load: files of the gateway, and images of the host of files. Styles may be inline,
 * because the components write style elements of their own; scripts may not. Text becomes HTML or
 * the address of a script only by the Trusted Types policies that the page names.
 */
const pagePolicy = (assetOrigin: string | null, { policies, frameOrigins = [] }: Pick<SentPage, 'policies' | 'frameOrigins'>) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data:${assetOrigin === null ? '' : ` ${assetOrigin}`}`,
    "font-src 'self'",
    "connect-src 'self'",
    // Documents that the page has read itself, and panels of the shop.
    ['frame-src blob:', ...frameOrigins].join(' '),
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(policies === null ? [] : ["require-trusted-types-for 'script'", `trusted-types ${policies.join(' ') || "'none'"}`]),
  ].join('; ')

/**
 * What a worker may load, which has the policy of its own file and not that of the page: the reader
 * of barcodes compiles WebAssembly, which no page may.
 */
export const WORKER_POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'"

/** The response where no page or file is. */
export const noSuchPage = () => new DomainError('NotFound', 'There is no such route.')

/** The type of a file, by its name. */
export function fileType(name: string): string {
  return types[extname(name)] ?? 'text/html; charset=utf-8'
}

/** The forms of one content. */
export async function compressed(name: string, plain: Buffer): Promise<PageFile> {
  const [br, gzipped] = await Promise.all([promisify(brotliCompress)(plain, brotliOptions), promisify(gzip)(plain)])
  return { type: fileType(name), plain, br, gzip: gzipped }
}

/** Sends a file in the shortest form that the client takes. */
export function sendFile(request: FastifyRequest, reply: FastifyReply, file: PageFile): FastifyReply {
  const encoding = negotiate(request.headers['accept-encoding'] ?? '', ['br', 'gzip'])
  reply.headers({ 'content-type': file.type, vary: 'Accept-Encoding' })
  return encoding === null ? reply.send(file.plain) : reply.header('content-encoding', encoding).send(file[encoding])
}

const hashed = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)

/** Of what browsers can do for a page, the console needs the camera (barcodes) alone. */
const PERMISSIONS = [
  'camera=(self)',
  'clipboard-write=(self)',
  ...['browsing-topics', 'display-capture', 'geolocation', 'microphone', 'payment', 'usb'].map((name) => `${name}=()`),
].join(', ')

export type SentPage = {
  etag: string
  file: PageFile
  /** Names of the Trusted Types policies that its scripts make; null where they write HTML. */
  policies: readonly string[] | null
  /** Other origins whose pages it may frame; none when absent. */
  frameOrigins?: readonly string[]
}

/**
 * Sends a page that keeps its address under the policy of pages, or says that the copy of the
 * browser is still good. No window of another origin holds a reference to it.
 */
export function sendPage(request: FastifyRequest, reply: FastifyReply, page: SentPage): FastifyReply {
  const policy = pagePolicy(request.server.assetOrigin, page)
  // A browser keeps the policy that it has with a page that is still good: another one is another
  // page.
  const etag = page.frameOrigins?.length ? page.etag.replace(/"$/, `-${hashed(policy)}"`) : page.etag
  reply.headers({
    etag,
    'cache-control': ASK_AGAIN,
    'content-security-policy': policy,
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': PERMISSIONS,
  })
  if (isNotModified(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return sendFile(request, reply, page.file)
}
