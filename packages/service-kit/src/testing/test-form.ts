/** One part of a form; without a file name it is a plain field. */
export type FormPart = { name: string; fileName?: string; type?: string; content: string | Buffer }

const BOUNDARY = 'test-form-boundary'

/** The bytes of a `multipart/form-data` form, as a client writes them; `end` is what closes it. */
export function formBytes(parts: readonly FormPart[], { end = `--${BOUNDARY}--\r\n` } = {}): Buffer {
  const pieces = parts.flatMap(({ name, fileName, type, content }) => [
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"`,
    fileName === undefined ? '' : `; filename="${fileName}"`,
    type === undefined ? '' : `\r\nContent-Type: ${type}`,
    '\r\n\r\n',
    content,
    '\r\n',
  ])
  return Buffer.concat([...pieces, end].map((piece) => Buffer.from(piece as string)))
}

/** The headers of such a form. */
export function formHeaders(boundary = BOUNDARY): { 'content-type': string } {
  return { 'content-type': `multipart/form-data; boundary=${boundary}` }
}
