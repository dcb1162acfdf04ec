import type { LookupAddress } from 'node:dns'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { DomainError } from '@oms/contracts/errors'
import { FILE_BYTES_MAX, MEBIBYTE } from '@oms/contracts/route'
import { type KeptFile, keepStream, StreamBroke, StreamTooLong } from '@oms/service-kit/files/keep-stream'
import { onlyTo, type Resolve } from '@oms/service-kit/http/checked-addresses'
import pLimit from 'p-limit'
import { checkTarget } from './check-target.ts'
import { decodedBody } from './decode-body.ts'
import { downloadFailed, urlNotAllowed } from './download-errors.ts'
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
    throw signal.aborted && error instanceof StreamBroke ? tooSlow() : meaningOf(error)
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

function meaningOf(error: unknown): unknown {
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

const requestHeaders = { accept: '*/*', 'accept-encoding': 'gzip, deflate, br', 'user-agent': 'oms-assets' }

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
