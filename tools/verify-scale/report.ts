import { table } from '../demo/table.ts'
import { type Obstacle, obstacles, type Summary } from './journal.ts'

const BREACHES_SHOWN = 5

export type Report = {
  /** Prints what begins now. */
  begin(title: string): void
  say(line: string): void
  /**
   * Prints whether something holds, with the first of the breaches; a breach makes the verification
   * fail.
   */
  check(text: string, breaches: readonly string[]): void
  /** Keeps what callers saw during a fault, for the table. */
  note(title: string, durationMs: number, summary: Summary): void
  /** Prints the table of what callers saw. */
  showFaults(): void
  breachCount(): number
}

/** A report on standard output, with the seconds since its beginning. */
export function createReport(print: (line: string) => void = console.log): Report {
  const startedAt = Date.now()
  const rows: string[][] = []
  let breachCount = 0
  return {
    begin: (title) => print(`${String(Math.round((Date.now() - startedAt) / 1_000)).padStart(5)} s  ${title}`),
    say: (line) => print(`         ${line}`),
    check: (text, breaches) => {
      breachCount += breaches.length
      print(`         ${breaches.length === 0 ? 'ok  ' : 'FAIL'} ${text}`)
      for (const breach of breaches.slice(0, BREACHES_SHOWN)) print(`              ${breach}`)
      if (breaches.length > BREACHES_SHOWN) print(`              and ${breaches.length - BREACHES_SHOWN} more`)
    },
    note: (title, durationMs, summary) => void rows.push(reportRow(title, durationMs, summary)),
    showFaults: () => print(`\n${table(headings, rows)}\n`),
    breachCount: () => breachCount,
  }
}

const names: Record<Obstacle, string> = { refused: '503', broken: 'broken', 'in flight': 'in flight' }
const headings = [
  'Fault',
  'Duration',
  'Acknowledged',
  ...obstacles.map((obstacle) => names[obstacle]),
  'Pause orders',
  'Pause products',
  'Slowest write',
]

function reportRow(title: string, durationMs: number, summary: Summary): string[] {
  const counts = [summary.acknowledged, ...obstacles.map((obstacle) => summary[obstacle])].map(String)
  return [
    title,
    seconds(durationMs),
    ...counts,
    ...[summary.pauseMs.order, summary.pauseMs.product, summary.slowestMs].map(seconds),
  ]
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`
}
