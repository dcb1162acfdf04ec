import { format } from 'sql-formatter'
import type { DeclaredStatement } from './service-statements.ts'

const WIDTH_MAX = 100
/** A column, with its type in a list of them; several share a line. */
const NAME = /^[\w.]+( \w+(\[\])?)?,?$/

/** A line of the formatter with what it has indented below, up to a line that closes it. */
type Block = { line: string; inner: Block[][] }

/**
 * A statement as a reviewer reads it: its name, parameters and columns as comments, and its text,
 * each clause on a line of its own when it fits.
 */
export function renderStatement({ name, text, parameters, row }: DeclaredStatement): string {
  const types = parameters.map(({ type, isNullable }, index) => `$${index + 1} ${type}${isNullable ? ' or null' : ''}`)
  const columns = Object.entries(row).map(([column, { type, isNullable }]) => `${column} ${type}${isNullable ? ' or null' : ''}`)
  const formatted = format(text, { language: 'postgresql', tabWidth: 2, expressionWidth: WIDTH_MAX })
  return [
    `-- ${name}`,
    ...listComment('Parameters', types),
    ...listComment('Columns', columns),
    ...renderLines(parseBlocks(formatted.split('\n')), ''),
    '',
  ].join('\n')
}

/** A list in comments, as wide as a line may be; none for an empty list. */
function listComment(title: string, items: readonly string[]): string[] {
  const lines: string[] = []
  for (const [index, item] of items.entries()) {
    const word = `${item}${index + 1 < items.length ? ',' : ''}`
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length < WIDTH_MAX) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(last === undefined ? `-- ${title}: ${word}` : `--   ${word}`)
  }
  return lines
}

const indentation = (line: string) => line.length - line.trimStart().length

/** The lines of one indentation: each with what closes its parentheses. */
function parseBlocks(lines: readonly string[]): Block[][] {
  const groups: Block[][] = []
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] as string
    const rest = lines.slice(at + 1)
    const length = rest.findIndex((other) => indentation(other) <= indentation(line))
    const inner = length === -1 ? rest : rest.slice(0, length)
    const block = { line: line.trim(), inner: parseBlocks(inner) }
    if (/^(\)|end\b)/.test(block.line) && groups.length > 0) groups.at(-1)?.push(block)
    else groups.push([block])
    at += 1 + inner.length
  }
  return groups
}

function renderLines(groups: readonly Block[][], indent: string): string[] {
  const lines: string[] = []
  let isFilling = false
  for (const group of groups) {
    const line = oneLine(group)
    const fits = line !== null && indent.length + line.length <= WIDTH_MAX
    const isName = line !== null && NAME.test(line)
    const last = lines.at(-1) ?? ''
    if (isFilling && isName && last.length + line.length < WIDTH_MAX) lines[lines.length - 1] = `${last} ${line}`
    else if (fits) lines.push(`${indent}${line}`)
    else lines.push(...group.flatMap(({ line: own, inner }) => [`${indent}${own}`, ...renderLines(inner, `${indent}  `)]))
    isFilling = isName && line.endsWith(',')
  }
  return lines
}

/** A group on one line; null when a comment in it ends its line. */
function oneLine(group: readonly Block[]): string | null {
  const words = group.flatMap(flattenLines)
  if (words.some((word) => word.startsWith('--'))) return null
  return words.join(' ').replaceAll('( ', '(').replaceAll(' )', ')')
}

function flattenLines({ line, inner }: Block): string[] {
  return [line, ...inner.flat().flatMap(flattenLines)]
}
