import t from 'tap'
import { detectFormat, readItems } from './read-source.ts'
import type { ReadItem } from './reading/read-item.ts'
import { UnreadableFile } from './reading/reasons.ts'
import { oddFiles } from './testing/corpus.ts'
import { collectItems, pieces } from './testing/pieces.ts'

t.test(
  'given odd files, when they are read in pieces of any size, then each is read right or refused with its place',
  async (t) => {
    for (const { name, kind, format, mapping = {}, content, items = [], refused = [], unreadable } of oddFiles)
      for (const size of [3, 65_536]) {
        const bytes = Buffer.from(content as string)
        const source = { kind, mapping, currency: 'EUR', ratesOf: () => [15, 25] }
        const found = format ?? detectFormat(name, bytes) ?? 'csv'
        const read = await collectItems(readItems({ ...source, format: found, bytes: pieces(bytes, size) })).catch(
          (error) => error,
        )
        if (unreadable !== undefined)
          t.match(read, { line: unreadable[0], named: { name: unreadable[1] } }, `${name}: unreadable`)
        else if (read instanceof UnreadableFile) t.fail(`${name}: ${read.message}`)
        else {
          const good = (read as ReadItem[]).flatMap(({ item }) => item ?? [])
          t.equal(good.length, items.length, `${name}: items`)
          t.match(good, items, name)
          const problems = (read as ReadItem[]).flatMap((one) => one.problems.map(({ line, named }) => [line, named?.name]))
          t.same(problems, refused, `${name}: problems`)
        }
      }
  },
)
