import type { System } from '@open-oms/system/start/start-system'
import pg from 'pg'
import type { Figure } from '../figures.ts'
import { residentMebibytes } from '../resident-memory.ts'
import type { Session } from '../session.ts'

const LINES_PER_SECOND_MIN = 50_000
const MEMORY_GROWTH_MAX = 100
/** About a million lines. */
const FROM = '2023-01-01'
const TO = '2023-08-31'
const LINE_END = 10

type ExportResult = { perSecond: number; memoryGrowth: number }

/** Exports of eight months in both formats, beside the bare reading of the same lines as JSON. */
export async function ledgerExportFigures(system: System, session: Session): Promise<Figure[]> {
  const client = new pg.Client({ connectionString: system.adminUrls['accounting-read'] })
  await client.connect()
  try {
    const baseline = await readBare(client)
    const figures: Figure[] = []
    for (const format of ['csv', 'ndjson'] as const) {
      const { perSecond, memoryGrowth } = await exportLines({ system, session, format, count: baseline.count })
      figures.push(
        {
          name: `export as ${format}, lines`,
          baseline: baseline.perSecond,
          product: perSecond,
          unit: '1/s',
          valueMin: LINES_PER_SECOND_MIN,
        },
        {
          name: `growth of memory while exporting as ${format}`,
          product: memoryGrowth,
          unit: 'MiB',
          valueMax: MEMORY_GROWTH_MAX,
        },
      )
    }
    return figures
  } finally {
    await client.end()
  }
}

async function readBare(client: pg.Client): Promise<{ perSecond: number; count: number }> {
  const start = performance.now()
  let count = 0
  for (let last: unknown[] = [FROM, '00000000-0000-0000-0000-000000000000', 0]; ; ) {
    const { rows } = await client.query(
      `select posting_date::text as day, posting_id, line_sequence, row_to_json(ledger_line)::text as line from ledger_line
       where (posting_date, posting_id, line_sequence) > ($1::date, $2::uuid, $3::int) and posting_date <= '${TO}'
       order by posting_date, posting_id, line_sequence limit 5000`,
      last,
    )
    count += rows.length
    if (rows.length < 5_000) return { count, perSecond: (count * 1000) / (performance.now() - start) }
    const { day, posting_id, line_sequence } = rows.at(-1)
    last = [day, posting_id, line_sequence]
  }
}

type Export = { system: System; session: Session; format: 'csv' | 'ndjson'; count: number }

async function exportLines({ system, session, format, count }: Export): Promise<ExportResult> {
  const { pid } = system.services['accounting-read']
  const before = residentMebibytes(pid)
  let highest = before
  const start = performance.now()
  const response = await fetch(
    `${session.url}/api/Accounting/LedgerLines/Export?format=${format}&postingDateFrom=${FROM}&postingDateTo=${TO}`,
    { headers: { authorization: `Bearer ${session.token}` } },
  )
  if (!response.ok || response.body === null) throw new Error(`The export returned ${response.status}.`)
  let ends = 0
  for await (const piece of response.body) {
    for (let at = piece.indexOf(LINE_END); at >= 0; at = piece.indexOf(LINE_END, at + 1)) ends += 1
    highest = Math.max(highest, residentMebibytes(pid))
  }
  const lines = format === 'csv' ? ends - 1 : ends
  if (lines !== count) throw new Error(`The export gave ${lines} of ${count} lines.`)
  return { perSecond: (lines * 1000) / (performance.now() - start), memoryGrowth: highest - before }
}
