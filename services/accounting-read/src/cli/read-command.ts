import { readArguments, UsageError } from '@oms/service-kit/config/read-arguments'
import type { BuildRange } from '../modules/builds/build-days.ts'
import { isDay } from '../modules/calendar/domain/posting-date.ts'

export const usage = `Usage: npx oms accounting build --date YYYY-MM-DD [--to YYYY-MM-DD] [--store ID]
       npx oms accounting verify
       npx oms accounting rebuild-projection --into postgres://…

build: builds the postings of web orders and of Z-reports for a day, or for every day from --date to --to, of one store or of all. Building
again changes nothing unless payments or reports have changed. What a reconciled posting lacks is corrected on the next open day. Ends with
0 when every posting is built, unchanged or corrected and no event of these days is a dead letter or waits for one, else with 1.

verify: recomputes hash, chain, balance and counts of all postings and names the first difference. Ends with 0 when there is none, else
with 1.

rebuild-projection: replays the stream of order events into an empty database (created if missing), builds the days that the running
system has posted, and compares the hashes. Ends with 0 when all are equal, else with 1.`

export type Command =
  | { kind: 'help' }
  | { kind: 'build'; range: BuildRange }
  | { kind: 'verify' }
  | { kind: 'rebuild'; into: string }

const options = {
  date: { type: 'string' },
  to: { type: 'string' },
  store: { type: 'string' },
  into: { type: 'string' },
} as const

/**
 * Reads the arguments of the command line (postings.md#posting-command, ledger.md#hash-chain).
 * Throws UsageError.
 */
export function readCommand(args: readonly string[]): Command {
  const { values, positionals } = readArguments(args, options)
  if (values.help) return { kind: 'help' }
  const [command, ...more] = positionals
  if (command === undefined) throw new UsageError('Say what to do: build, verify or rebuild-projection.')
  if (more.length === 0 && command === 'build') return { kind: 'build', range: parseBuildRange(values) }
  if (more.length === 0 && command === 'verify') return verify(values)
  if (more.length === 0 && command === 'rebuild-projection') return rebuild(values)
  throw new UsageError(`There is no command "${positionals.join(' ')}".`)
}

type Values = { [Name in 'date' | 'to' | 'store' | 'into']?: string | undefined }

function verify(values: Values): Command {
  if (Object.keys(values).length > 0) throw new UsageError('verify checks the whole ledger; it takes no options.')
  return { kind: 'verify' }
}

function rebuild({ into, ...others }: Values): Command {
  if (Object.keys(others).length > 0) throw new UsageError('rebuild-projection replays all events; it takes --into only.')
  if (into === undefined || into === '') throw new UsageError('Into which database? Give --into postgres://…')
  return { kind: 'rebuild', into }
}

function parseBuildRange({ into, ...values }: Values): BuildRange {
  if (into !== undefined) throw new UsageError('build writes into the running system; it takes no --into.')
  if (values.date === undefined) throw new UsageError('Which day? Give --date YYYY-MM-DD.')
  const range = {
    from: parseDayOption('--date', values.date),
    to: parseDayOption('--to', values.to ?? values.date),
    storeId: values.store ?? null,
  }
  if (range.to < range.from) throw new UsageError('--to is before --date.')
  if (range.storeId === '') throw new UsageError('--store needs the id of a store.')
  return range
}

function parseDayOption(name: string, text: string): string {
  if (isDay(text)) return text
  throw new UsageError(`${name} must be a day such as 2026-01-31; it is "${text}".`)
}
