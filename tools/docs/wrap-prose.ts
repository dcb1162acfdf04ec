/** Most columns of prose in Markdown and in comments. */
export const PROSE_COLUMNS = 100

const CODE = /(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)/g
const TAG = /<[a-zA-Z/!][^<>]*>|\{@[^{}]*\}/g
const LINK = /!?\[[^[\]]*\](\((?:[^()]|\([^()]*\))*\)|\[[^\]]*\])/g
/** What is a list, a heading, a quote, a table or a tag of JSDoc at the beginning of a line. */
const BEGINS_BLOCK = /^([-+*]|\d{1,9}[.)]|#{1,6}|>.*|\|.*|=+|-{2,}|~{3,}.*|`{3,}.*|<(?!https?:)[a-zA-Z!/?].*|@\w.*)$/
// Stands for a blank at which a line must not end.
const KEPT = '\0'

/** The number of columns of a text. */
export function textWidth(text: string): number {
  return [...text].length
}

const kept = (text: string) => text.replaceAll(' ', KEPT)

/**
 * The parts of a prose between which a line may end: words, and spans of code and links as a whole.
 * A link that is wider than `room` may be broken in its text.
 */
function breakableUnits(text: string, room: number): string[] {
  const marked = text
    .replaceAll(CODE, kept)
    .replaceAll(TAG, kept)
    .replaceAll(LINK, (link, target: string) =>
      textWidth(link) > room ? `${link.slice(0, link.length - target.length)}${kept(target)}` : kept(link),
    )
    .replaceAll(/\b(ADRs?) (?=\d)/g, `$1${KEPT}`)
  const units: string[] = []
  for (const unit of marked.split(' ').filter((unit) => unit !== '')) {
    const last = units.at(-1)
    if (last !== undefined && (BEGINS_BLOCK.test(unit) || last.endsWith('\\'))) units[units.length - 1] = `${last} ${unit}`
    else units.push(unit)
  }
  return units.map((unit) => unit.replaceAll(KEPT, ' '))
}

/** What a line of prose begins with, and what the next lines of its paragraph or item do. */
function linePrefixes(line: string): { first: string; next: string } {
  const [first = ''] = /^\s*((?:[-*+]|\d{1,9}[.)])\s+(?=\S))?/.exec(line) ?? []
  return { first, next: ' '.repeat(first.length) }
}

/** A line of prose in lines of at most `columns`; only what cannot be broken is wider. */
export function wrapLine(line: string, columns = PROSE_COLUMNS): string[] {
  if (textWidth(line) <= columns) return [line]
  const { first, next } = linePrefixes(line)
  const lines: string[] = []
  let filled = ''
  for (const unit of breakableUnits(line.slice(first.length), columns - next.length)) {
    const longer = filled === '' ? unit : `${filled} ${unit}`
    if (filled === '' || next.length + textWidth(longer) <= columns) filled = longer
    else {
      lines.push(filled)
      filled = unit
    }
  }
  return [...lines, filled].map((text, index) => `${index === 0 ? first : next}${text}`)
}

const FENCE = /^\s*(```|~~~)/
const OTHER_THAN_PROSE = /^\s*(\||#{1,6} |<(?!https?:)[a-zA-Z!/]|\[[^\]]+\]: )/

/** Of each line, whether it is code or the fence of it. */
function fencedLines(lines: readonly string[]): boolean[] {
  let isFenced = false
  return lines.map((line) => {
    const isFence = FENCE.test(line)
    if (isFence) isFenced = !isFenced
    return isFenced || isFence
  })
}

/** Of each line, whether it is code by its indent: four columns more than what it belongs to. */
function indentedLines(lines: readonly string[]): boolean[] {
  let isCode = false
  let item = 0
  return lines.map((line, index) => {
    if (line.trim() === '') return isCode
    const indent = line.length - line.trimStart().length
    const isNew = index === 0 || lines[index - 1]?.trim() === ''
    if (isNew) item = Math.min(item, indent)
    isCode = indent >= item + 4 && (isNew || isCode)
    const { first } = linePrefixes(line)
    if (first.length > indent && !isCode) item = first.length
    return isCode
  })
}

/**
 * The lines of a text in Markdown that are prose, by their indices: no code, tables, headings, HTML
 * or addresses of links.
 */
export function proseLines(lines: readonly string[]): number[] {
  const isFenced = fencedLines(lines)
  const isIndented = indentedLines(lines.map((line, index) => (isFenced[index] ? '' : line)))
  return lines.flatMap((line, index) =>
    isFenced[index] || isIndented[index] || line.trim() === '' || OTHER_THAN_PROSE.test(line) ? [] : [index],
  )
}

/** A generated text in Markdown, its paragraphs and lists in lines of at most 100 columns. */
export function wrapProse(text: string): string {
  const lines = text.split('\n')
  const prose = new Set(proseLines(lines))
  return lines.flatMap((line, index) => (prose.has(index) ? wrapLine(line) : [line])).join('\n')
}
