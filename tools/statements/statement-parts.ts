/** A part of a statement: one of its common table expressions, or its main part. */
export type StatementPart = {
  /** Null: the main part. */
  name: string | null
  /** The comment above it; null: it has none. */
  comment: string | null
  /** On one line, without comments. */
  sql: string
}

const SPACE = /\s+|--[^\n]*(?:\n|$)/y
const HEAD = /(?:recursive\s+)?([a-z_]+)\s*(?:\([^)]*\)\s*)?as\s+(?:(?:not\s+)?materialized\s+)?\(/iy

/** The parts of a statement in the order of its text, the main part last. */
export function statementParts(text: string): StatementPart[] {
  const parts: StatementPart[] = []
  let at = afterSpace(text, 0).end
  if (/^with\b/i.test(text.slice(at))) {
    at += 'with'.length
    do {
      at = afterWord(text, at, 'recursive')
      const { end, comment } = afterSpace(text, at)
      HEAD.lastIndex = end
      const head = HEAD.exec(text)
      if (head === null) throw new Error(`A part of the statement is not read: ${text.slice(end, end + 40)}`)
      const close = closingParenthesis(text, HEAD.lastIndex)
      parts.push({ name: head[1] ?? '', comment, sql: onOneLine(text.slice(HEAD.lastIndex, close)) })
      at = afterSpace(text, close + 1).end
    } while (text[at++] === ',')
    at--
  }
  parts.push({ name: null, comment: null, sql: onOneLine(text.slice(at)) })
  return parts
}

/** The position behind spaces and comments, and the last of the comments. */
function afterSpace(text: string, start: number): { end: number; comment: string | null } {
  let end = start
  let comment: string | null = null
  for (SPACE.lastIndex = end; ; SPACE.lastIndex = end) {
    const [space] = SPACE.exec(text) ?? []
    if (space === undefined) return { end, comment }
    if (space.startsWith('--')) comment = space.slice(2).trim()
    end += space.length
  }
}

function afterWord(text: string, start: number, word: string): number {
  const { end } = afterSpace(text, start)
  return new RegExp(`^${word}\\b`, 'i').test(text.slice(end)) ? end + word.length : start
}

/** The position of the parenthesis that closes the one before `start`. */
function closingParenthesis(text: string, start: number): number {
  let open = 1
  const token = /'[^']*'|"[^"]*"|--[^\n]*|[()]/g
  token.lastIndex = start
  for (let found = token.exec(text); found !== null; found = token.exec(text)) {
    if (found[0] === '(') open++
    if (found[0] === ')' && --open === 0) return found.index
  }
  throw new Error(`A parenthesis is not closed: ${text.slice(start, start + 40)}`)
}

function onOneLine(sql: string): string {
  return sql
    .replaceAll(/--[^\n]*/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
