import { setTimeout as sleep } from 'node:timers/promises'
import type { RecordedExample } from '@open-oms/contracts/recorded-examples'
import { requestToken } from '@open-oms/system/rest-client'
import { stableValues } from './stable-values.ts'

type Operation = { operationId: string }
type Document = { paths: Record<string, Record<string, Operation>> }
type Values = Record<string, string | number | boolean | readonly string[]>

export type ExampleRequest = {
  path?: Values
  query?: Values
  body?: unknown
  /** Sent as it is, for files. */
  file?: { text: string; contentType: string }
  /** Fields of a URL-encoded form. */
  form?: Record<string, string>
  /** The file of a multipart form. */
  upload?: { text: string; fileName: string }
  headers?: Record<string, string>
  /** The status that the response must have; any 2xx when absent. */
  status?: number
  /** Without the token. */
  isAnonymous?: boolean
  /** With the cookie that the last response set, as a browser does, in place of the token. */
  hasSession?: boolean
  /** Whether the example is kept; a call that only prepares another one is not. */
  isKept?: boolean
}

export type Examples = {
  // biome-ignore lint/suspicious/noExplicitAny: what comes back is checked against the document.
  call(operationId: string, request?: ExampleRequest): Promise<any>
  /** Repeats a reading call until its result is accepted, and keeps that one. */
  // biome-ignore lint/suspicious/noExplicitAny: what comes back is checked against the document.
  until(isAccepted: (body: any) => boolean, operationId: string, request?: ExampleRequest): Promise<any>
  recorded: RecordedExample[]
  /** What is shown of a value: its ids, times and addresses are those of the examples. */
  stable(value: unknown): unknown
}

/** Makes calls by operation and keeps them with stable ids, times and addresses. */
export async function exampleRecorder(
  gatewayUrl: string,
  /** Addresses that differ in every run, and what they are shown as. */
  addresses: Record<string, string> = {},
): Promise<Examples> {
  const document = (await (await fetch(new URL('/openapi.json', gatewayUrl))).json()) as Document
  const token = await requestToken(gatewayUrl, { clientId: 'demo', clientSecret: 'demo-secret' })
  const stable = stableValues({ ...addresses, [gatewayUrl.replace(/\/$/, '')]: 'https://oms.example.com' })
  const recorded: RecordedExample[] = []
  let cookie = ''

  async function send(operationId: string, request: ExampleRequest) {
    const { method, template } = findRoute(document, operationId)
    const url = new URL(filled(template, request.path ?? {}), gatewayUrl)
    for (const [name, value] of Object.entries(request.query ?? {}))
      for (const one of [value].flat()) url.searchParams.append(name, String(one))
    const sent = request.hasSession ? { ...request, isAnonymous: true, headers: { ...request.headers, cookie } } : request
    const response = await fetch(url, { method: method.toUpperCase(), ...sentBy(sent, token) })
    cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie
    return { response, body: await readBody(response) }
  }

  function keep(operationId: string, request: ExampleRequest, { response, body }: Awaited<ReturnType<typeof send>>): void {
    if (!isExpected(response, request)) throw new Error(`${operationId} returned ${response.status}: ${JSON.stringify(body)}`)
    const { contentType, body: sent } = examplePayload(request)
    // Before the check of `isKept`: ids are numbered in the order of the calls.
    const example = stable({
      operationId,
      // Of a call that fails the response alone is an example.
      parameters: response.ok ? { ...request.path, ...request.query } : {},
      ...(sent === undefined || !response.ok ? {} : { request: { contentType, body: sent } }),
      response: {
        status: response.status,
        contentType: response.headers.get('content-type')?.split(';')[0] ?? null,
        ...(body === undefined ? {} : { body }),
      },
    }) as RecordedExample
    if (request.isKept !== false) recorded.push(example)
  }

  async function until(isAccepted: (body: never) => boolean, operationId: string, request: ExampleRequest = {}) {
    for (;;) {
      const result = await send(operationId, request)
      if (isExpected(result.response, request) && isAccepted(result.body as never)) {
        keep(operationId, request, result)
        return result.body
      }
      await sleep(50)
    }
  }

  async function call(operationId: string, request: ExampleRequest = {}) {
    const result = await send(operationId, request)
    keep(operationId, request, result)
    return result.body
  }

  return { call, until, recorded, stable }
}

function isExpected({ ok, status }: Response, request: ExampleRequest): boolean {
  return request.status === undefined ? ok : status === request.status
}

/** The body as examples show it, and its type. */
function examplePayload({ file, form, upload, body }: ExampleRequest): { contentType: string; body: unknown } {
  if (file !== undefined) return { contentType: file.contentType, body: file.text }
  if (form !== undefined) return { contentType: 'application/x-www-form-urlencoded', body: form }
  if (upload !== undefined) return { contentType: 'multipart/form-data', body: { file: upload.text } }
  return { contentType: 'application/json', body }
}

/** Headers and body of a request. */
function sentBy(request: ExampleRequest, token: string): { headers: Record<string, string>; body?: string | FormData } {
  const { form, upload, isAnonymous, headers } = request
  const all = { ...(isAnonymous === true ? {} : { authorization: `Bearer ${token}` }), ...headers }
  if (upload !== undefined) {
    const parts = new FormData()
    parts.append('file', new Blob([upload.text]), upload.fileName)
    return { headers: all, body: parts }
  }
  const { contentType, body } = examplePayload(request)
  if (body === undefined) return { headers: all }
  const text = form !== undefined ? String(new URLSearchParams(form)) : typeof body === 'string' ? body : JSON.stringify(body)
  return { headers: { 'content-type': contentType, ...all }, body: text }
}

function findRoute(document: Document, operationId: string): { method: string; template: string } {
  for (const [template, operations] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(operations))
      if (operation.operationId === operationId) return { method, template }
  throw new Error(`The document has no operation "${operationId}".`)
}

function filled(template: string, values: Values): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])))
}

/** JSON or text; nothing for files of bytes. */
async function readBody(response: Response): Promise<unknown> {
  const type = response.headers.get('content-type') ?? ''
  if (/pdf|image|octet-stream/.test(type)) {
    await response.body?.cancel()
    return undefined
  }
  if (type === 'text/event-stream') return await firstEvents(response)
  const text = await response.text()
  if (text === '') return undefined
  return type.includes('application/json') ? JSON.parse(text) : text
}

/**
 * The first two events of a stream, which has no end; the time after which clients come back
 * differs from one to the next.
 */
async function firstEvents({ body }: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const piece of body as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(piece, { stream: true })
    const events = text.split('\n\n')
    if (events.length > 2) return `${events.slice(0, 2).join('\n\n')}\n\n`.replace(/^retry: \d+$/m, 'retry: 2000')
  }
  throw new Error(`The stream ended early: ${text}`)
}
