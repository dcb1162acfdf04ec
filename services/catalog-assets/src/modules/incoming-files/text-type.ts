/** A type of file by its content. */
export type DetectedType = {
  contentType: string
  /** Of files of this type, without the dot. */
  extension: string
}

/** Not in texts, but soon in any binary file. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const CONTROL = /[\0-\x08\x0e-\x1a\x1c-\x1f]/

/**
 * What may precede the first element of XML, and what browsers skip before HTML: blanks, comments,
 * instructions and a document type.
 */
const PROLOG = /^(?:\s+|<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!doctype\s(?:[^[>"']|"[^"]*"|'[^']*'|\[[^\]]*\])*>)/i
const DOCTYPE_HTML = /^<!doctype\s+html/i
const ELEMENT = /^<(?:[\w.-]+:)?([a-z][\w.-]*)(?=[\s/>])/i
/** Only padding, or the beginning of an element that continues after the sample. */
const CUT_ELEMENT = /^(?:<[\w:.-]*)?$/

/** Elements by which browsers know HTML (WHATWG MIME Sniffing, 7.1). */
const htmlElements = new Set(
  'html head script iframe h1 div font table a style title b body br p img form link meta object embed svg math'.split(' '),
)

const types = {
  svg: { contentType: 'image/svg+xml', extension: 'svg' },
  html: { contentType: 'text/html', extension: 'html' },
  xml: { contentType: 'application/xml', extension: 'xml' },
  text: { contentType: 'text/plain', extension: 'txt' },
} satisfies Record<string, DetectedType>

/**
 * Which kind of text the beginning of a file is; null when it is no text, or when the rest of the
 * file could make it another kind. In doubt it is the kind that is served with more caution.
 * `isWhole` says that there is no more of the file.
 */
export function textType(sample: Buffer, { isWhole }: { isWhole: boolean }): DetectedType | null {
  const text = decode(sample)
  if (text === null || text === '') return null
  const { root, rest, isHtml, isXml } = findRootElement(text)
  if (root === 'svg') return types.svg
  if (isHtml || root === 'html' || (!isXml && root !== null && htmlElements.has(root))) return types.html
  const start = text.trimStart()
  if (isXml || (root !== null && start.startsWith('<'))) return types.xml
  // Browsers treat a text that begins with a comment as HTML, however long the comment is.
  if (start.startsWith('<!')) return types.html
  return !isWhole && CUT_ELEMENT.test(rest) ? null : types.text
}

function findRootElement(text: string): { root: string | null; rest: string; isHtml: boolean; isXml: boolean } {
  let rest = text
  let isHtml = false
  const isXml = /^\s*<\?xml[\s?]/i.test(text)
  for (let found = PROLOG.exec(rest); found !== null; found = PROLOG.exec(rest)) {
    isHtml ||= DOCTYPE_HTML.test(found[0])
    rest = rest.slice(found[0].length)
  }
  return { root: ELEMENT.exec(rest)?.[1]?.toLowerCase() ?? null, rest, isHtml, isXml }
}

/** The text of bytes in UTF-8 or, marked as such, UTF-16; null when they are none. */
function decode(sample: Buffer): string | null {
  const encoding =
    sample.subarray(0, 2).toString('hex') === 'fffe'
      ? 'utf-16le'
      : sample.subarray(0, 2).toString('hex') === 'feff'
        ? 'utf-16be'
        : 'utf-8'
  try {
    // As a stream: the sample may end in the middle of a character.
    const text = new TextDecoder(encoding, { fatal: encoding === 'utf-8' }).decode(sample, { stream: true })
    return CONTROL.test(text) ? null : text
  } catch {
    // Other encodings than UTF-8 are a text for browsers too, as long as no control character is in
    // it.
    const text = sample.toString('latin1')
    return CONTROL.test(text) ? null : text
  }
}
