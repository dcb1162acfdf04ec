import { graphemesOf } from './text-runs.ts'

export type Measure = (text: string) => number

/**
 * Breaks a text into lines of at most `limit`: at blanks, and inside wider words. No line is empty.
 */
export function breakLines(text: string, limit: number, measure: Measure): string[] {
  if (measure(text) <= limit) return [text]
  const lines: string[] = []
  let current = ''
  for (const word of text.split(' ')) {
    const joined = current === '' ? word : `${current} ${word}`
    if (measure(joined) <= limit) {
      current = joined
      continue
    }
    if (current !== '') lines.push(current)
    const parts = breakWord(word, limit, measure)
    lines.push(...parts.slice(0, -1))
    current = parts.at(-1) ?? ''
  }
  return current === '' ? lines : [...lines, current]
}

/** A character wider than the line gets its own line. */
function breakWord(word: string, limit: number, measure: Measure): string[] {
  if (measure(word) <= limit) return [word]
  const parts: string[] = []
  let part = ''
  let used = 0
  for (const grapheme of graphemesOf(word)) {
    const width = measure(grapheme)
    if (part !== '' && used + width > limit) {
      parts.push(part)
      part = ''
      used = 0
    }
    part += grapheme
    used += width
  }
  return [...parts, part]
}
