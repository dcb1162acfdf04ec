import { parseSync } from 'oxc-parser'
import t from 'tap'
import { findWideComments } from './prose-width.ts'

/** The lines at which the rule finds something in a source text. */
function found(text: string, path = 'tools/planted.ts'): number[] {
  const { program, comments } = parseSync(path, text)
  return findWideComments({ path, text, program, comments }).map(({ line }) => line)
}

const words = (count: number) => Array.from({ length: count }, () => 'word').join(' ')
const wide = words(21)

const refused: Record<string, [text: string, lines: number[]]> = {
  'a comment of one line': [`\n// ${wide}\n`, [2]],
  'a doc comment of one line': [`/** ${words(19)} and */\n`, [1]],
  'lines of a doc comment': [`/**\n * ${wide}\n *\n * - ${wide}\n * @returns ${wide}\n */\n`, [2, 4, 5]],
  'an indented comment': [`{\n  /** ${words(10)} */\n  // ${words(20)}\n}\n`, [3]],
  'a link that may go to the next line': [`// ${words(10)} [${words(4)}](https://example.com/somewhere/else)\n`, [1]],
}

for (const [name, [text, lines]] of Object.entries(refused)) {
  t.test(`given ${name} that is wider than prose may be, when the file is checked, then it is named`, async (t) => {
    t.same(found(text), lines)
    t.same(found(text, 'tools/planted.tsx'), lines)
  })
}

const accepted = {
  'prose of 100 columns': `// ${words(19)} ab\n/**\n * ${words(19)} ab\n */\n`,
  'one long address': `// https://example.com/${'a'.repeat(100)}\n`,
  'one long span of code': `/**\n * \`${wide}\`.\n */\n`,
  'code and tables of a doc comment': `/**\n * \`\`\`\n * ${wide}\n * \`\`\`\n *\n *     ${wide}\n *\n * | ${wide} |\n */\n`,
  'what is lined up': `//   ${words(10)}   ${words(10)}\n`,
  directives: `// biome-ignore lint/a/b: ${wide}\n// @ts-expect-error ${wide}\n// Own process: ${wide}\n`,
  'a comment behind code': `const a = 1 // ${wide}\n`,
  'a text that looks like a comment': `const a = \`\n// ${wide}\n\`\n`,
}

for (const [name, text] of Object.entries(accepted)) {
  t.test(`given ${name}, when the file is checked, then nothing is found`, async (t) => {
    t.same(found(text), [])
  })
}
