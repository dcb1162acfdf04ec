import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dayReasons } from '@open-oms/contracts/why/catalogue/day-catalogue'
import { orderReasons } from '@open-oms/contracts/why/catalogue/order-catalogue'
import type { ReasonSentence } from '@open-oms/contracts/why/catalogue/reasons'
import { evidenceKinds } from '@open-oms/contracts/why/reason'
import { root } from '@open-oms/system/root'
import t from 'tap'

const page = readFileSync(join(root, 'docs/reference/behaviour/why.md'), 'utf8')

/** The rows of the table below a heading, without its head. */
function rowsBelow(heading: string): string[] {
  const section = page.split(`\n${heading}\n`)[1]?.split(/\n#+ /)[0] ?? ''
  return section
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .slice(1)
}

const toTableRows = (reasons: Record<string, ReasonSentence>) =>
  Object.entries(reasons).map(([code, { waitsFor, meaning }]) => `| \`${code}\` | ${waitsFor} | ${meaning.replace(/\.$/, '')} |`)

t.test(
  'given the tables of reasons, when the reference is read, then it has each with its meaning, in their order',
  async (t) => {
    t.strictSame(rowsBelow('## Order reasons'), toTableRows(orderReasons))
    t.strictSame(rowsBelow('## Day reasons'), toTableRows(dayReasons))
  },
)

t.test('given the kinds of evidence, when the reference is read, then it says what each has', async (t) => {
  const named = rowsBelow('### Evidence').flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, kind]) => kind),
  )
  t.strictSame(named.toSorted(), [...evidenceKinds].sort())
})
