import type { LookupAddress } from 'node:dns'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { Duplex, pipeline, type Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib'
import { DomainError } from '@open-oms/contracts/errors'
import { FILE_BYTES_MAX, MEBIBYTE } from '@open-oms/contracts/route'
import { userAgent } from '@open-oms/contracts/version'
import { type KeptFile, keepStream, StreamBroke, StreamTooLong } from '@open-oms/service-kit/files/keep-stream'
import { checkedAddresses, isGlobalAddress, onlyTo, type Resolve } from '@open-oms/service-kit/http/checked-addresses'
import pLimit from 'p-limit'
import type { FetchAllow } from './fetch-allow.ts'
import { identifyFile, type ReceivedFile } from './identify-file.ts'

export type DownloadDeps = {
  fetchAllow: FetchAllow
  /** Where files are kept until they are stored. */
  incomingFolder: string
  /** Tests: how names are resolved. */
  resolveHost?: Resolve
  /** Tests: by default 5 s to the first byte and 20 s in all. */
  downloadLimits?: { firstByteMs: number; totalMs: number }
}

const LIMITS = { firstByteMs: 5_000, totalMs: 20_000 }
const REDIRECTS_MAX = 3
const redirects = new Set([301, 302, 303, 307, 308])

/** Further downloads wait; their time limits begin afterwards. */
const CONCURRENT_DOWNLOADS_MAX = 16
const limitDownloads = pLimit(CONCURRENT_DOWNLOADS_MAX)

/**
 * Downloads a file and makes it ready to be stored (assets.md#download-addresses,
 * assets.md#file-types): every rule about the address, the size and the duration is applied here.
 * Nothing is left behind when it fails. Raises `AssetUrlNotAllowed`, `AssetDownloadFailed`.
 */
export async function downloadFile(
  deps: DownloadDeps,
  { url, fileName }: { url: string; fileName: string | null },
): Promise<ReceivedFile> {
  const kept = await limitDownloads(() => fetchFile(deps, url))
  const file = await identifyFile(kept, { fileName, url })
  if ('refused' in file) throw downloadFailed(file.refused)
  return file
}

async function fetchFile(deps: DownloadDeps, text: string): Promise<KeptFile> {
  const url = URL.parse(text)
  if (url === null) throw urlNotAllowed()
  const signal = AbortSignal.timeout((deps.downloadLimits ?? LIMITS).totalMs)
  const response = await openFollowing(deps, url, signal)
  try {
    return await keepBody(response, deps.incomingFolder)
  } catch (error) {
    throw signal.aborted && error instanceof StreamBroke ? tooSlow() : toDownloadError(error)
  } finally {
    response.destroy()
  }
}

function tooSlow(): DomainError {
  return downloadFailed('took too long')
}

function tooLarge(): DomainError {
  return downloadFailed(`is larger than ${FILE_BYTES_MAX / MEBIBYTE} MiB`)
}

function toDownloadError(error: unknown): unknown {
  if (error instanceof StreamTooLong) return tooLarge()
  return error instanceof StreamBroke ? downloadFailed('broke off or is not well compressed') : error
}

/**
 * The response that has the file, after at most three redirects, each checked like the first
 * address.
 */
async function openFollowing(deps: DownloadDeps, start: URL, signal: AbortSignal): Promise<IncomingMessage> {
  let url = start
  for (let followed = 0; followed <= REDIRECTS_MAX; followed++) {
    const response = await openOne(deps, url, signal)
    const { statusCode = 0, headers } = response
    if (statusCode === 200) return response
    response.destroy()
    if (!redirects.has(statusCode) || headers.location === undefined)
      throw downloadFailed(`had a response with status ${statusCode}`)
    const next = URL.parse(withoutRawBytes(headers.location), url.href)
    if (next === null) throw urlNotAllowed()
    url = next
  }
  throw downloadFailed(`was redirected more than ${REDIRECTS_MAX} times`)
}

/**
 * An address as a header has it, with raw bytes percent-encoded as they came: Node reads them as
 * Latin-1, which `URL` would encode as UTF-8.
 */
function withoutRawBytes(location: string): string {
  return location.replace(/[\u0080-\u00ff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`)
}

async function openOne(deps: DownloadDeps, url: URL, inAll: AbortSignal): Promise<IncomingMessage> {
  const firstByte = new AbortController()
  const timer = setTimeout(() => firstByte.abort(), (deps.downloadLimits ?? LIMITS).firstByteMs)
  const signal = AbortSignal.any([inAll, firstByte.signal])
  try {
    const addresses = await checkTarget(url, { allow: deps.fetchAllow, signal, resolve: deps.resolveHost })
    return await openTarget({ url, addresses, signal })
  } catch (error) {
    if (error instanceof DomainError) throw error
    throw signal.aborted ? tooSlow() : downloadFailed('could not be reached')
  } finally {
    clearTimeout(timer)
  }
}

const requestHeaders = { accept: '*/*', 'accept-encoding': 'gzip, deflate, br', 'user-agent': userAgent }

type Target = { url: URL; addresses: LookupAddress[]; signal: AbortSignal }

/**
 * Asks for a file at the addresses that were checked; `Host` and the name in TLS stay those of the
 * URL. Resolves when the head of the response is there. Nothing is kept between two requests: no
 * connection, which could be to an address of an earlier look-up, and no cookie.
 */
function openTarget({ url, addresses, signal }: Target): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  request(url, { headers: requestHeaders, agent: false, lookup: onlyTo(addresses), signal }, resolve)
    .on('error', reject)
    .end()
  return promise
}

async function keepBody(response: IncomingMessage, folder: string): Promise<KeptFile> {
  const bytesMax = FILE_BYTES_MAX
  if (Number(response.headers['content-length'] ?? 0) > bytesMax) throw tooLarge()
  const body = decodedBody(response, bytesMax)
  try {
    return await keepStream(body, { folder, bytesMax })
  } finally {
    body.destroy()
  }
}

type TargetCheck = {
  allow: FetchAllow
  /** Ends the waiting for the name. */
  signal: AbortSignal
  resolve?: Resolve | undefined
}

const defaultPorts = new Set(['', '80', '443'])

/**
 * The addresses that a URL may be fetched from: all that its host has
 * (assets.md#download-addresses). Raises `AssetUrlNotAllowed` for another scheme, credentials,
 * another port, or a host with an address that is not allowed; `AssetDownloadFailed` for a name
 * that is not found.
 */
export async function checkTarget(url: URL, { allow, signal, resolve }: TargetCheck): Promise<LookupAddress[]> {
  if (!['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '') throw urlNotAllowed()
  const isAllowedHost = allow.hasHost(url.hostname)
  const isException = (address: string) => isAllowedHost || allow.hasAddress(address)
  const isDefaultPort = defaultPorts.has(url.port)
  // Another port is for exceptions only, so all addresses have to be exceptions.
  const isAllowed = (address: string) => isException(address) || (isDefaultPort && isGlobalAddress(address))
  const checked = await checkedAddresses(url, { isAllowed, signal, resolve })
  if ('addresses' in checked) return checked.addresses
  if (checked.refused === 'forbidden' || !(isDefaultPort || isAllowedHost)) throw urlNotAllowed()
  throw downloadFailed(checked.refused === 'late' ? 'was not resolved in time' : 'has a name that is not found')
}

type Pieces = AsyncIterable<Buffer>

/** Nested codings multiply the size that a small response can grow to. */
const CODINGS_MAX = 2

const decoders = new Map<string, () => Duplex>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['br', createBrotliDecompress],
  ['deflate', () => Duplex.from(inflated)],
])

/**
 * The body of a response without its content coding. Raw data of at most `bytesMax` is read; the
 * caller limits the decoded data. Raises `AssetDownloadFailed` for a coding that was not asked for;
 * the stream ends in `StreamTooLong` or in the fault of the coded data.
 */
function decodedBody(response: IncomingMessage, bytesMax: number): Readable {
  const named = (response.headers['content-encoding'] ?? '').split(',').map((coding) => coding.trim().toLowerCase())
  const codings = named.filter((coding) => !['', 'identity'].includes(coding)).reverse()
  if (codings.length === 0) return response
  const steps = codings.flatMap((coding) => decoders.get(coding)?.() ?? [])
  if (codings.length > CODINGS_MAX || steps.length < codings.length)
    throw downloadFailed('is compressed in a way that is not understood')
  const streams = [Duplex.from((source: Pieces) => countedUpTo(bytesMax, source)), ...steps]
  // The consumer of the last stream gets the error of any; errors after it has stopped reading must
  // not end the process.
  for (const stream of streams) stream.on('error', () => undefined)
  return pipeline([response, ...streams], () => undefined) as Duplex
}

async function* countedUpTo(bytesMax: number, source: Pieces): Pieces {
  let length = 0
  for await (const piece of source) {
    length += piece.length
    if (length > bytesMax) throw new StreamTooLong()
    yield piece
  }
}

/** `deflate` is data with a head (RFC 9110, 8.4.1.2), but some servers omit the head. */
async function* inflated(source: Pieces): Pieces {
  const pieces = source[Symbol.asyncIterator]()
  const first = await pieces.next()
  if (first.done === true) return
  const hasHead = ((first.value[0] ?? 0) & 0x0f) === 8
  async function* all(): Pieces {
    yield first.value
    yield* { [Symbol.asyncIterator]: () => pieces }
  }
  yield* pipeline(all, hasHead ? createInflate() : createInflateRaw(), () => undefined) as Pieces
}

/**
 * An address that may not be fetched; the message does not reveal what is there
 * (assets.md#download-addresses).
 */
function urlNotAllowed(): DomainError {
  return new DomainError('AssetUrlNotAllowed', 'Files may not be downloaded from this address.')
}

/** A download that failed; `reason` is the rest of a sentence about it: `took too long`. */
function downloadFailed(reason: string): DomainError {
  return new DomainError('AssetDownloadFailed', `The file could not be downloaded: it ${reason}.`)
}
