/**
 * Reads CSV by RFC 4180, character by character, as a check on what wrote it: records of fields,
 * line ends CRLF only.
 */
export function parsedCsv(text: string, separator: ',' | ';' = ','): string[][] {
  const records: string[][] = []
  let record: string[] = []
  let field = ''
  let at = 0
  const quoted = () => {
    for (at++; ; at++) {
      if (at >= text.length) throw new Error('A quoted field does not end.')
      if (text[at] !== '"') field += text[at]
      else if (text[at + 1] === '"') field += text[at++]
      else return
    }
  }
  for (; at < text.length; at++) {
    const character = text[at]
    if (character === '"' && field === '') quoted()
    else if (character === separator) {
      record.push(field)
      field = ''
    } else if (character === '\r' && text[at + 1] === '\n') {
      records.push([...record, field])
      record = []
      field = ''
      at++
    } else if (character === '"' || character === '\r' || character === '\n') throw new Error(`A stray mark at ${at}.`)
    else field += character
  }
  if (record.length > 0 || field !== '') throw new Error('The last record does not end.')
  return records
}
