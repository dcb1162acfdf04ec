import bidiFactory, { type Bidi } from 'bidi-js'

// The types describe the package as a module of the newer kind; Node loads the older one, whose
// export is the factory itself.
const bidi = (bidiFactory as unknown as () => Bidi)()

const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u

/**
 * The parts of a line from left to right, by the Unicode Bidirectional Algorithm for a line that
 * begins on the left. The library draws the letters of one word in their direction, and everything
 * else from left to right: so right-to-left words, and the blanks between them, are separate parts.
 * Other lines are one part.
 */
export function visualParts(line: string): string[] {
  if (!rightToLeft.test(line)) return [line]
  const { levels, paragraphs } = bidi.getEmbeddingLevels(line, 'ltr')
  const order = paragraphs.flatMap(({ start, end }) => bidi.getReorderedIndices(line, { levels, paragraphs }, start, end))
  return groupRuns(order, levels).flatMap(({ first, last, isTurned }) => {
    const text = line.slice(first, last + 1)
    return isTurned ? text.split(/( )/).filter(Boolean).reverse().map(mirrored) : [text]
  })
}

type Run = { first: number; last: number; isTurned: boolean }

/** Indexes of the line that are adjacent in both orders; `order` has them from left to right. */
function groupRuns(order: readonly number[], levels: Uint8Array): Run[] {
  const runs: Run[] = []
  for (const index of order) {
    const isTurned = (levels[index] as number) % 2 === 1
    const run = runs.at(-1)
    if (run !== undefined && run.isTurned === isTurned && index === (isTurned ? run.first - 1 : run.last + 1)) {
      if (isTurned) run.first = index
      else run.last = index
    } else runs.push({ first: index, last: index, isTurned })
  }
  return runs
}

/** Brackets open towards what follows. Signs alone have no direction: they are mirrored here. */
function mirrored(word: string): string {
  const characters = Array.from(word, (character) => bidi.getMirroredCharacter(character) ?? character)
  return (rightToLeft.test(word) ? characters : characters.reverse()).join('')
}
