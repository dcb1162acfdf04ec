import type { FontFamily, LoadedFont } from './fonts.ts'
import { visualParts } from './visual-order.ts'

/** A part of a text that one font can draw. */
export type TextRun = { text: string; font: LoadedFont }

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Grapheme clusters: a letter with its marks is one. */
export function splitGraphemes(text: string): string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment)
}

function hasAll(font: LoadedFont, text: string): boolean {
  for (const character of text) if (!font.has(character.codePointAt(0) as number)) return false
  return true
}

/** They are not drawn, so no font needs a glyph for them. */
const INVISIBLE = /^[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Zs}\p{Zl}\p{Zp}]$/u

/**
 * The characters of a text that none of the fonts has
 * (documents-and-notifications.md#document-settings).
 */
export function missingCharacters(text: string, { regular, bold, fallbacks }: FontFamily): string[] {
  const fonts = [regular, bold, ...fallbacks]
  return [...new Set(text)].filter((character) => !INVISIBLE.test(character) && !fonts.some((font) => hasAll(font, character)))
}

type Letters = { family: FontFamily; isBold: boolean }

/**
 * The runs of a line from left to right. A character that no font has uses the first font, which
 * draws a box.
 */
export function textRuns(line: string, letters: Letters): TextRun[] {
  return visualParts(line).flatMap((part) => splitRuns(part, letters))
}

function splitRuns(text: string, { family, isBold }: Letters): TextRun[] {
  const first = isBold ? family.bold : family.regular
  if (hasAll(first, text)) return [{ text, font: first }]
  const fonts = [first, ...family.fallbacks]
  const runs: TextRun[] = []
  for (const grapheme of splitGraphemes(text)) {
    const fitting = fonts.find((candidate) => hasAll(candidate, grapheme))
    if (fitting === undefined) for (const character of missingCharacters(grapheme, family)) family.missing.add(character)
    const font = fitting ?? first
    const last = runs.at(-1)
    if (last?.font === font) last.text += grapheme
    else runs.push({ text: grapheme, font })
  }
  return runs
}
