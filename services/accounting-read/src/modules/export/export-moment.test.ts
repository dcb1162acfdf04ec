import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import t from 'tap'
import { accountingFixture } from '../../testing/accounting-fixture.ts'
import { aLine, postingContent, writePosting } from '../../testing/written-posting.ts'
import type { PostingContent } from '../postings/domain/posting-content.ts'
import { hashPosting } from '../postings/posting-hash.ts'
import { lockZReportPosting } from '../postings/posting-store.ts'
import { postContent } from '../postings/save-posting.ts'
import { exportLedgerLines } from './export-ledger-lines.ts'

const caller = { clientId: 'c', roles: ['AccountingRead' as const], storeIds: null, actor: 'c' }
const pairs = (count: number, amount: number) => Array.from({ length: count }, () => [aLine(amount), aLine(-amount)]).flat()

// Regression: a file is read in pieces, and a transaction that began earlier but committed later
// came into its later pieces. A posting and the one that superseded it were in one file, so that
// the same money was in it twice.
t.test('given a file that is being read, when a posting is superseded, then the file has only the old one', async (t) => {
  const fixture = await accountingFixture(t)
  const replaced = await writePosting(fixture, { zReportId: 'z-1', lines: pairs(1, 10) })
  await writePosting(fixture, { lines: pairs(6_000, 1) })
  const content: PostingContent = postingContent({ zReportId: 'z-1', lines: pairs(1, 11) })

  const [written, mayCommit] = [Promise.withResolvers<string>(), Promise.withResolvers<void>()]
  const building = fixture.deps.inTransaction(async (tx) => {
    const current = await lockZReportPosting(tx, 'z-1')
    written.resolve(await postContent(fixture.deps, tx, { content, hash: hashPosting(content), current }))
    await mayCommit.promise
  })
  const replacing = await written.promise
  const { body } = await exportLedgerLines(fixture.deps, caller, { format: 'ndjson' })
  const pieces = (body as Readable)[Symbol.asyncIterator]()
  const first = String((await pieces.next()).value)
  mayCommit.resolve()
  await building
  let file = first
  for (let next = await pieces.next(); next.done !== true; next = await pieces.next()) file += next.value
  const idsIn = (file: string) =>
    new Set(
      file
        .split('\n')
        .slice(0, -1)
        .map((row) => JSON.parse(row).postingId),
    )
  t.ok(idsIn(file).has(replaced), 'the ledger as of the moment of the request')
  t.notOk(idsIn(file).has(replacing))
  const later = await exportLedgerLines(fixture.deps, caller, { format: 'ndjson' })
  const next = idsIn(await text(later.body as Readable))
  t.same([next.has(replaced), next.has(replacing)], [false, true])
})
