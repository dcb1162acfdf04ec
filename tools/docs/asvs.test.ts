import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'

const page = join(import.meta.dirname, '..', '..', 'docs', 'reference', 'security', 'asvs.md')
const text = readFileSync(page, 'utf8')

/** The numbers of levels 1 and 2 of ASVS 5.0.0 by section: each section has them from 1 on. */
const counts: Readonly<Record<string, number>> = {
  ...{ '1.1': 2, '1.2': 9, '1.3': 11, '1.4': 3, '1.5': 2, '2.1': 3, '2.2': 3, '2.3': 4, '2.4': 1, '3.2': 2, '3.3': 4 },
  ...{ '3.4': 6, '3.5': 5, '3.7': 2, '4.1': 3, '4.2': 1, '4.3': 2, '4.4': 4, '5.1': 1, '5.2': 3, '5.3': 2, '5.4': 3 },
  ...{ '6.1': 3, '6.2': 12, '6.3': 4, '6.4': 4, '6.5': 5, '6.6': 3, '6.8': 4, '7.1': 3, '7.2': 4, '7.3': 2, '7.4': 5 },
  ...{ '7.5': 2, '7.6': 2, '8.1': 2, '8.2': 3, '8.3': 1, '8.4': 1, '9.1': 3, '9.2': 4, '10.1': 2, '10.2': 2, '10.3': 4 },
  ...{ '10.4': 11, '10.5': 5, '10.6': 2, '10.7': 3, '11.1': 2, '11.2': 3, '11.3': 3, '11.4': 4, '11.5': 1, '11.6': 1 },
  ...{ '12.1': 3, '12.2': 2, '12.3': 4, '13.1': 1, '13.2': 5, '13.3': 2, '13.4': 5, '14.1': 2, '14.2': 4, '14.3': 3 },
  ...{ '15.1': 3, '15.2': 3, '15.3': 7, '16.1': 1, '16.2': 5, '16.3': 4, '16.4': 3, '16.5': 3, '17.1': 1, '17.2': 4, '17.3': 2 },
}

const rows = Array.from(text.matchAll(/^\| (\d+\.\d+\.\d+) \| ([^|]+) \| ([^|]+) \| (.+) \|$/gm), (found) => ({
  number: found[1] as string,
  holds: found[3] as string,
  reason: found[4] as string,
}))

const headingAnchor = (line: string) =>
  line
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .trim()
    .replaceAll(' ', '-')

function isThere(target: string): boolean {
  const [path = '', anchor] = target.split('#')
  const file = join(page, '..', path)
  if (!existsSync(file)) return false
  const headings = anchor === undefined ? [] : (readFileSync(file, 'utf8').match(/^#+ .*$/gm) ?? [])
  return anchor === undefined || headings.some((heading) => headingAnchor(heading.replace(/^#+ /, '')) === anchor)
}

t.test('given the table of the ASVS, when its numbers are compared with the standard, then each has one row', async (t) => {
  const wanted = Object.entries(counts).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
  )
  t.equal(wanted.length, 253)
  t.same(
    rows.map(({ number }) => number),
    wanted,
  )
})

t.test('given a row of the ASVS, when it says that it holds, then it has a test or a page that is there', async (t) => {
  for (const { number, holds, reason } of rows) {
    const links = Array.from(reason.matchAll(/\]\(([^)]+)\)/g), ([, target]) => target as string)
    t.ok(/^(?:yes|partly|no|setup|–)$/.test(holds), `${number}: ${holds}`)
    t.ok(holds !== 'yes' || links.length > 0, `${number} has evidence`)
    t.ok(
      holds === 'yes' || reason.replaceAll(/\[[^\]]*\]\([^)]*\)/g, '').length >= 8 || links.length > 0,
      `${number} has a reason`,
    )
    for (const link of links) t.ok(isThere(link), `${number}: ${link}`)
  }
})

t.test('given the summary of the ASVS, when rows are counted, then its numbers are theirs', async (t) => {
  for (const holds of ['yes', 'partly', 'no', 'setup', '–']) {
    const [, count] = new RegExp(`^\\| ${holds} \\| [^|]+ \\| (\\d+) \\|$`, 'm').exec(text) ?? []
    t.equal(Number(count), rows.filter((row) => row.holds === holds).length, holds)
  }
})
