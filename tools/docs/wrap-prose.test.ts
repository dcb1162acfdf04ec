import t from 'tap'
import { wrapLine, wrapProse } from './wrap-prose.ts'

const words = (count: number) => Array.from({ length: count }, () => 'word').join(' ')

t.test(
  'given a wide paragraph and a wide item, when they are wrapped, then their lines have 100 columns and the indent of the text',
  async (t) => {
    t.same(wrapLine(words(25)), [words(20), words(5)])
    t.same(wrapLine(`  12. ${words(20)}`), [`  12. ${words(19)}`, '      word'])
    t.same(wrapLine(words(20)), [words(20)], 'what fits stays')
  },
)

t.test('given code, links and decisions at the end of a line, when it is wrapped, then they are not broken', async (t) => {
  for (const whole of [
    '`npm run generate`',
    '``a ` b``',
    '[a name](how-to/a.md "title")',
    '![a b](c(d).png)',
    'ADR 12',
    '[`a b` c][d e]',
  ])
    t.same(wrapLine(`${words(19)} ${whole} ${words(5)}`), [words(19), `${whole} ${words(5)}`], whole)
})

t.test(
  'given words that mean something else at the beginning of a line, when a line is wrapped, then none begins with them',
  async (t) => {
    for (const word of ['-', '+', '*', '1.', '2)', '#', '>', '|', '---', '@open-oms/money', '<div>'])
      t.same(wrapLine(`${words(20)} ${word} ${words(5)}`), [words(19), `word ${word} ${words(5)}`], word)
  },
)

t.test('given a link wider than a line, when it is wrapped, then only its text is broken', async (t) => {
  const target = `(${'a'.repeat(40)}.md)`
  t.same(wrapLine(`[${words(25)}]${target} ${words(3)}`), [`[${words(20)}`, `${words(5)}]${target} ${words(3)}`])
})

t.test('given a page, when it is wrapped, then tables, code, headings and HTML stay as they are', async (t) => {
  const wide = words(30)
  const kept = [`# ${wide}`, `| ${wide} |`, `\`\`\`\n${wide}\n\`\`\``, `<!-- ${wide} -->`, `    ${wide}`, `[a]: ${wide}`].join(
    '\n\n',
  )
  t.equal(wrapProse(`${kept}\n`), `${kept}\n`)
  t.equal(wrapProse(`- a\n\n    ${wide}\n`), `- a\n\n    ${words(19)}\n    ${words(11)}\n`, 'the paragraph of an item is no code')
})
