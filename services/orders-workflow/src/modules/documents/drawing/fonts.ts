import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { create, type Font, type FontCollection } from 'fontkit'

/** A font file with the characters that it has. */
export type LoadedFont = {
  name: string
  has(codePoint: number): boolean
  /** The font for one document: it notes which characters the document wrote its glyphs for. */
  ofDocument(): Font
}

export type FontFamily = {
  regular: LoadedFont
  bold: LoadedFont
  /** For characters that the others lack, the preferred first. They have a single weight. */
  fallbacks: readonly LoadedFont[]
  /** Characters that no font has; what draws the document adds them. */
  missing: Set<string>
}

const builtIn = {
  regular: import.meta.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
  bold: import.meta.resolve('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf'),
  last: import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
}

/** Reads a font. Throws when it cannot be embedded: TrueType or OpenType, one font in the file. */
export function openFont(name: string, data: Buffer): LoadedFont {
  const font = create(data)
  if (isCollection(font)) throw new Error('holds several fonts')
  const characters = new Set(font.characterSet)
  return { name, has: (codePoint) => characters.has(codePoint), ofDocument: () => copyWithTables(font, data) }
}

/**
 * The font again, with the tables that earlier documents have decoded: without them, decoding takes
 * most of the time of a document. The library shares them among the variations of a font in the
 * same way.
 */
function copyWithTables(font: Font, data: Buffer): Font {
  const { _tables } = font as Font & { _tables: unknown }
  return Object.assign(create(data) as Font, { _tables })
}

function isCollection(font: Font | FontCollection): font is FontCollection {
  return 'fonts' in font
}

let family: (Pick<FontFamily, 'regular' | 'bold'> & { last: LoadedFont }) | null = null

/**
 * The fonts of one document: the built-in ones, read once, with the tenant's own before the last
 * resort.
 */
export function fontFamily(own: readonly LoadedFont[]): FontFamily {
  family ??= {
    regular: openFont('built-in:regular', readFileSync(fileURLToPath(builtIn.regular))),
    bold: openFont('built-in:bold', readFileSync(fileURLToPath(builtIn.bold))),
    last: openFont('built-in:last', readFileSync(fileURLToPath(builtIn.last))),
  }
  const { regular, bold, last } = family
  return { regular, bold, fallbacks: [...own, last], missing: new Set() }
}
