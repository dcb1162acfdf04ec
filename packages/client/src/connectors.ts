import { checkSignature, SignatureError } from './webhooks.ts'

/** What goes with a request of the system beside its body. */
export type ConnectorCall = {
  /** Equal keys are one effect, however often and however late it is asked for. */
  idempotencyKey: string
  /** Aborted when whoever asked has gone. */
  signal: AbortSignal
}

/** `unreachable` means that nobody knows the effect; the other three are those of the protocol. */
export type ConnectorAnswer = { status: 'done' | 'refused' | 'pending' | 'unreachable'; message?: unknown }

/** A connector, such as `@open-oms/extend` defines them. */
export type AnsweringConnector = { answer(request: unknown, call: ConnectorCall): Promise<ConnectorAnswer> }

/**
 * A memory of final answers by idempotency key. It must outlive the process and keep them for as
 * long as orders live.
 */
export type ConnectorKeys = {
  /** The answer that was kept under a key; null when there is none. */
  get(key: string): Promise<string | null>
  /** Resolves when the answer would survive a crash. */
  set(key: string, answer: string): Promise<void>
}

export type ConnectorHandlerOptions = {
  /** The secret of the connector; null where its requests are not signed. */
  secret: string | null
  /**
   * Where final answers are kept. Absent for a connector that finds the effect of a key in the
   * books of its provider, which is better: no crash is between an effect and its record there.
   */
  keys?: ConnectorKeys
}

/** What is used of an `IncomingMessage` of Node.js. */
export type IncomingRequest = AsyncIterable<Uint8Array> & {
  method?: string | undefined
  headers: Readonly<Record<string, string | string[] | undefined>>
}
/** What is used of a `ServerResponse` of Node.js. */
export type OutgoingResponse = {
  writeHead(status: number, headers: Record<string, string>): unknown
  end(body: string): unknown
  on(event: 'close', listener: () => void): unknown
  readonly writableFinished: boolean
}

const BODY_BYTES_MAX = 1024 * 1024
const KEY = /^[\x20-\x7e]{1,255}$/

/** A response that says no before the connector is asked. */
class HttpRefusal extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/**
 * Answers requests of the system with a connector (connectors.md#connector-request): a listener for
 * `node:http`, or for Fastify with the raw request and response. It verifies the signature, lets
 * requests of one key that come at the same time be one, remembers final answers in `keys`, and
 * responds as the protocol has it: 200 with `done`, `refused` and `pending`, 503 when nobody knows.
 */
export function connectorHandler(connector: AnsweringConnector, options: ConnectorHandlerOptions) {
  const underWay = new Map<string, Promise<string>>()
  const answerOnce = (key: string, request: unknown, signal: AbortSignal): Promise<string> => {
    const same = underWay.get(key)
    if (same !== undefined) return same
    const answer = answerWith(connector, options.keys, { key, request, signal }).finally(() => underWay.delete(key))
    underWay.set(key, answer)
    return answer
  }
  return async (incoming: IncomingRequest, response: OutgoingResponse): Promise<void> => {
    const gone = new AbortController()
    response.on('close', () => response.writableFinished || gone.abort())
    try {
      const { key, request } = await readRequest(incoming, options.secret)
      const answer = await answerOnce(key, request, gone.signal)
      respond(response, JSON.parse(answer).status === 'unreachable' ? 503 : 200, answer)
    } catch (error) {
      const status = error instanceof HttpRefusal ? error.status : 503
      respond(response, status, JSON.stringify({ message: error instanceof Error ? error.message : String(error) }))
    }
  }
}

function respond(response: OutgoingResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(body)
}

type Question = { key: string; request: unknown; signal: AbortSignal }

async function answerWith(connector: AnsweringConnector, keys: ConnectorKeys | undefined, question: Question): Promise<string> {
  const { key, request, signal } = question
  const known = await keys?.get(key)
  if (typeof known === 'string') return known
  const answer = await connector.answer(request, { idempotencyKey: key, signal })
  const text = JSON.stringify(answer)
  if (answer.status === 'done' || answer.status === 'refused') await keys?.set(key, text)
  return text
}

async function readRequest(incoming: IncomingRequest, secret: string | null): Promise<{ key: string; request: unknown }> {
  if (incoming.method !== 'POST') throw new HttpRefusal(405, 'Requests are POST.')
  const body = await readBody(incoming)
  if (secret !== null) await verify(incoming.headers['x-signature'], { body, secret })
  const key = incoming.headers['idempotency-key']
  if (typeof key !== 'string' || !KEY.test(key)) throw new HttpRefusal(400, 'The header Idempotency-Key is missing.')
  try {
    return { key, request: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) }
  } catch {
    throw new HttpRefusal(400, 'The body is not JSON.')
  }
}

async function verify(signature: string | string[] | undefined, { body, secret }: { body: Uint8Array; secret: string }) {
  const header = Array.isArray(signature) ? signature.join(',') : signature
  try {
    await checkSignature({ signature: header, body }, { secret })
  } catch (error) {
    // 401 says nothing about the request: it comes again when the secrets are right.
    if (error instanceof SignatureError) throw new HttpRefusal(401, error.message)
    throw error
  }
}

async function readBody(incoming: IncomingRequest): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of incoming) {
    length += chunk.length
    if (length > BODY_BYTES_MAX) throw new HttpRefusal(413, 'The body is too long.')
    chunks.push(chunk)
  }
  const body = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    body.set(chunk, at)
    at += chunk.length
  }
  return body
}
