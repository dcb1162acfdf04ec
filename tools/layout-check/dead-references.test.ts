import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import t from 'tap'
import { findDeadReferences, headingAnchor, pageHeadings, pageLinks } from './dead-references.ts'
import { listFiles } from './source-file.ts'

// Named in parts, so that the check of this project does not read what is planted here as its own.
const docs = 'docs'
const behaviour = `${docs}/reference/behaviour`
const pages = {
  [`${behaviour}/payments.md`]: '# Payments\n\n## Capture idempotency\n\nSee [returns](returns.md#line-credits).\n',
  [`${behaviour}/returns.md`]: '# Returns\n\n## Line credits\n',
  [`${docs}/explanation/adr/0007-amounts.md`]: '# 7. Amounts\n',
}
const page = (name: string) => `${name}.md`
const cite = (page: string, heading: string) => `${page}.md#${heading}`

/**
 * What the check says of a folder with the pages above and these files: paths with lines, and
 * messages.
 */
function problemsWith(test: { teardown(end: () => void): unknown }, files: Record<string, string>): [string, string][] {
  const root = mkdtempSync(join(tmpdir(), 'oms-references-'))
  test.teardown(() => rmSync(root, { recursive: true, force: true }))
  for (const [path, text] of Object.entries({ ...pages, ...files })) {
    mkdirSync(join(root, dirname(path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return findDeadReferences(root, listFiles(root)).map(({ path, line, message }) => [`${path}:${line}`, message])
}

t.test('given citations and links that lead somewhere, then nothing is wrong', async (t) => {
  const found = problemsWith(t, {
    'src/capture.ts': `/** Captures once (${cite('payments', 'capture-idempotency')}, ${cite('returns', 'line-credits')}; ADR 7). */\n`,
    'src/page.ts': `const guide = '${behaviour}/payments.md'\n`,
    'src/capture.tsx': `/** As for returns (${page('returns')}). */\nconst file = '${page('notes')}'\n`,
    [`${docs}/how-to/refund.md`]:
      '# Refund\n\n[rules](../reference/behaviour/returns.md#line-credits) [top](#refund) [web](https://x.y/z#q)\n',
    'prisma/migrations/1/migration.sql': `-- see ${docs}/gone.md\n`,
  })
  t.strictSame(found, [])
})

t.test('given a heading or a page that does not exist, when a comment or a test cites it, then it is named', async (t) => {
  const found = problemsWith(t, {
    'src/a.ts': `\n/** ${cite('payments', 'capture')} */\n`,
    'src/a.test.ts': `t.test('a capture is repeated (${cite('paymnts', 'capture-idempotency')})')\n`,
    'src/b.sql': `-- ${cite(`${behaviour}/returns`, 'credits')}\n`,
    'deploy/c.yml': `# ${docs}/gone.md\n`,
  })
  t.strictSame(
    found.map(([place]) => place),
    ['deploy/c.yml:1', 'src/a.test.ts:1', 'src/a.ts:2', 'src/b.sql:1'],
  )
  t.match(found[0]?.[1], `there is no ${docs}/gone.md`)
  t.match(found[1]?.[1], `there is no ${behaviour}/paymnts.md`)
  t.match(found[2]?.[1], 'has no heading "capture"')
})

t.test('given a page that does not exist, when it is cited without a heading or in a .tsx file, then it is named', async (t) => {
  const found = problemsWith(t, {
    'src/a.ts': `/** As for payments (${page('nonsense')}). */\n`,
    'src/b.tsx': `/** ${cite('payments', 'capture')} */\nconst link = '[returns](${page('return')})'\n`,
  })
  t.strictSame(
    found.map(([place]) => place),
    ['src/a.ts:1', 'src/b.tsx:1', 'src/b.tsx:2'],
  )
  t.match(found[0]?.[1], `there is no ${behaviour}/nonsense.md`)
})

t.test('given a link to a file or heading that does not exist, when a page has it, then it is named', async (t) => {
  const found = problemsWith(t, {
    'README.md': `# Read me\n\n[gone](${docs}/gone.md) [pages](${docs}/reference) ![picture](${docs}/picture.png)\n[below](#below)\n`,
    [`${docs}/explanation/adr/0008-more.md`]: '# 8. More\n\n[heading](../../reference/behaviour/payments.md#refunds)\n',
  })
  t.strictSame(
    found.map(([place]) => place),
    ['README.md:3', 'README.md:3', 'README.md:4', `${docs}/explanation/adr/0008-more.md:3`],
  )
})

t.test('given a decision that does not exist, when a comment names it, then it is named', async (t) => {
  t.strictSame(problemsWith(t, { 'src/a.ts': `// ${'ADR'} 99\n` }), [
    ['src/a.ts:1', `"${'ADR'} 99" is not in docs/explanation/adr.`],
  ])
})

t.test('given one heading on two behaviour pages, then the second is named', async (t) => {
  const found = problemsWith(t, { [`${behaviour}/z.md`]: '# Z\n\n## Line credits\n\n## Twice\n\n## Twice\n' })
  t.strictSame(
    found.map(([place]) => place),
    [`${behaviour}/z.md:3`, `${behaviour}/z.md:7`],
  )
})

t.test('given a Markdown page, when headings and links are read, then code is neither', async (t) => {
  const page = '# `a` & B_c: d-e\n\n```\n# no\n[no](gone.html)\n```\n\n`[no](gone.html)` [yes](x.html "title")\n'
  t.strictSame(pageHeadings(page), [{ anchor: 'a--b_c-d-e', line: 1 }])
  t.strictSame(pageLinks(page), [{ target: 'x.html', line: 8 }])
  t.equal(headingAnchor('Größe (in [Stück](y.html))'), 'größe-in-stück')
})
