import { orAborted } from './abort.ts'
import { ConnectionError } from './errors.ts'

/** One server-sent event; a sign of life has an id alone. */
export type ServerEvent = { name: string; id: string; data: string }

const LINE_END = /\r\n|\n|\r/

/**
 * The server-sent events of a response as they come, until it ends. Raises `ConnectionError` when
 * it breaks off, and when nothing comes for `silenceMs`: a connection may be dead without either
 * end knowing.
 */
export async function* readServerEvents(
  { body }: Response,
  { silenceMs, signal }: { silenceMs: number; signal: AbortSignal | null },
): AsyncGenerator<ServerEvent, void, undefined> {
  if (body === null) return
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await nextPiece(reader, { silenceMs, signal })
      if (done) return
      // A piece may end between the two characters of a line end.
      const isCut = value.endsWith('\r')
      const lines = `${rest}${isCut ? value.slice(0, -1) : value}`.split(LINE_END)
      rest = `${lines.pop()}${isCut ? '\r' : ''}`
      for (let end = lines.indexOf(''); end >= 0; end = lines.indexOf('')) yield parseEvent(lines.splice(0, end + 1))
      rest = [...lines, rest].join('\n')
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

type WaitOptions = { silenceMs: number; signal: AbortSignal | null }

async function nextPiece(reader: ReadableStreamDefaultReader<string>, { silenceMs, signal }: WaitOptions) {
  const silence = new AbortController()
  const timer = setTimeout(() => silence.abort(new Error(`nothing came for ${silenceMs} ms`)), silenceMs)
  try {
    return await orAborted(reader.read(), signal === null ? silence.signal : AbortSignal.any([signal, silence.signal]))
  } catch (cause) {
    signal?.throwIfAborted()
    throw new ConnectionError(`The stream broke off: ${(cause as Error).message}.`, { cause })
  } finally {
    clearTimeout(timer)
  }
}

function parseEvent(lines: readonly string[]): ServerEvent {
  const event: ServerEvent = { name: 'message', id: '', data: '' }
  for (const line of lines) {
    const [, field, value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? []
    if (field === 'event') event.name = value
    if (field === 'id') event.id = value
    if (field === 'data') event.data += event.data === '' ? value : `\n${value}`
  }
  return event
}
