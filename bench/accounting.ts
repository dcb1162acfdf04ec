import { serviceSession } from '@open-oms/system/service-session'
import type { System } from '@open-oms/system/start/start-system'
import pg from 'pg'
import { runAccounting } from './accounting-command.ts'
import { ledgerExportFigures } from './figures/ledger-export-figures.ts'
import { ledgerSearchFigures } from './figures/ledger-search-figures.ts'
import { postingBuildFigures } from './figures/posting-build-figures.ts'
import type { Figure } from './figures.ts'
import { growLedger } from './samples/many-ledger-lines.ts'

const LINES_PER_SECOND_MIN = 200_000

/**
 * The verification of all postings by command, start-up included, beside one statement that only
 * adds up the same lines.
 */
async function ledgerVerifyFigures(system: System): Promise<Figure[]> {
  const client = new pg.Client({ connectionString: system.adminUrls['accounting-read'] })
  await client.connect()
  try {
    const start = performance.now()
    const { rows } = await client.query(
      'select sum(number)::int as lines from (select count(*) as number, sum(debit), sum(credit) from ledger_line group by posting_id) p',
    )
    const { lines } = rows[0]
    const baseline = (lines * 1000) / (performance.now() - start)
    const { seconds, mebibytes, text } = await runAccounting(system, ['verify'])
    if (!text.includes(`with ${lines} lines`)) throw new Error(`Not all ${lines} lines were verified: ${text}`)
    return [
      { name: 'verify, lines', baseline, product: lines / seconds, unit: '1/s', valueMin: LINES_PER_SECOND_MIN },
      // Memory does not grow with the number of lines; the rest is garbage that is not collected
      // yet.
      { name: 'memory of verify', product: mebibytes, unit: 'MiB', valueMax: 400 },
    ]
  } finally {
    await client.end()
  }
}

/**
 * The figures of accounting: searches, exports and the verification of five million ledger lines,
 * and the build of a large day.
 */
export async function accounting(system: System): Promise<Figure[]> {
  const session = serviceSession(system, 'accounting-read')
  await growLedger(system)
  return [
    ...(await ledgerSearchFigures(system, session)),
    ...(await ledgerExportFigures(system, session)),
    ...(await postingBuildFigures(system)),
    ...(await ledgerVerifyFigures(system)),
  ]
}
