import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROSE_COLUMNS, proseLines, textWidth, wrapLine } from '../docs/wrap-prose.ts'
import { lineAt, type Problem, type Rule } from './source-file.ts'

const message = `prose is at most ${PROSE_COLUMNS} columns wide.`

/** Comments that a program reads and that must stay one line. */
const DIRECTIVE = /^(biome-ignore|@ts-|Own process:|Shared process:|#(end)?region|[@#]__|\/ ?<)/
/** The mark of a line of a comment. */
const MARK = /^(\s*(?:\/\*\*?|\*(?!\/)|\/\/\/?|#+!?))(?= |$) ?/

const withoutMark = (line: string) => line.replace(MARK, '').replace(/\s*\*\/$/, '')
const isWide = (line: string) => textWidth(line) > PROSE_COLUMNS

/** The lines of prose that are too wide, from 0; `textOf` returns the text of a line. */
function wideLines(lines: readonly string[], textOf: (line: string) => string): number[] {
  if (!lines.some(isWide)) return []
  const bare = lines.map(textOf)
  return proseLines(bare).filter((index) => {
    const [line = '', text = ''] = [lines[index], bare[index]]
    // Blanks in a row line something up.
    if (!isWide(line) || DIRECTIVE.test(text) || (text !== line && /\S {2,}\S/.test(text))) return false
    return wrapLine(text, PROSE_COLUMNS - (textWidth(line) - textWidth(text))).length > 1
  })
}

/** Comments on lines of their own that are too wide. One behind code is as wide as code. */
export const findWideComments: Rule = ({ path, text, comments }) =>
  comments.flatMap(({ start, end }) => {
    const begin = text.lastIndexOf('\n', start - 1) + 1
    if (text.slice(begin, start).trim() !== '') return []
    return wideLines(text.slice(begin, end).split('\n'), withoutMark).map((index) => {
      return { path, line: lineAt(text, start) + index, message }
    })
  })

/** Pages, and comments of files that are no program, that are too wide. */
export function findWideText(root: string, paths: readonly string[]): Problem[] {
  return paths.flatMap((path) => {
    if (!/\.(md|prisma|ya?ml|sh)$/.test(path)) return []
    const lines = readFileSync(join(root, path), 'utf8').split('\n')
    const isComment = (line: string) => /^\s*(#|\/\/)/.test(line)
    const found = path.endsWith('.md')
      ? wideLines(lines, (line) => line)
      : lines.flatMap((line, index) => (isComment(line) && wideLines([line], withoutMark).length > 0 ? [index] : []))
    return found.map((index) => ({ path, line: index + 1, message }))
  })
}
