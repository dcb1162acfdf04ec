import { type AccountingFileFormat, accountingFileFormats } from '@open-oms/contracts/accounting/posting-export'
import { readArguments, UsageError } from '@open-oms/service-kit/config/read-arguments'
import type { BuildRange } from '../modules/builds/build-days.ts'
import { isDay } from '../modules/calendar/domain/posting-date.ts'

export const usage = `Usage: npx oms accounting build --date YYYY-MM-DD [--to YYYY-MM-DD] [--store ID]
       npx oms accounting verify
       npx oms accounting rebuild-projection --into postgres://…
       npx oms accounting export --format FORMAT --company CODE --from YYYY-MM-DD --to YYYY-MM-DD --output FILE [--store ID] [--currency CODE]

build: builds the postings of web orders and of Z-reports for a day, or for every day from --date to --to, of one store or of all. Building
again changes nothing unless payments or reports have changed. What a reconciled posting lacks is corrected on the next open day. Ends with
0 when every posting is built, unchanged or corrected and no event of these days is a dead letter or waits for one, else with 1.

verify: recomputes hash, chain, balance and counts of all postings and names the first difference. Ends with 0 when there is none, else
with 1.

rebuild-projection: replays the stream of order events into an empty database (created if missing), builds the days that the running
system has posted, and compares the hashes. Ends with 0 when all are equal, else with 1.

export: writes the current postings of a company as a file that an ERP imports; FORMAT is sie4i, datev, saft or tripletex-csv. Ends with 1
and writes nothing when an account, a VAT code, an amount or a currency has no place in the file.`

export type FileRequest = {
  format: AccountingFileFormat
  companyCode: string
  from: string
  to: string
  storeId: string | null
  currencyCode: string | null
  output: string
}

export type Command =
  | { kind: 'help' }
  | { kind: 'build'; range: BuildRange }
  | { kind: 'verify' }
  | { kind: 'rebuild'; into: string }
  | { kind: 'export'; request: FileRequest }

const options = {
  date: { type: 'string' },
  to: { type: 'string' },
  store: { type: 'string' },
  into: { type: 'string' },
  format: { type: 'string' },
  company: { type: 'string' },
  from: { type: 'string' },
  currency: { type: 'string' },
  output: { type: 'string' },
} as const

/**
 * Reads the arguments of the command line (postings.md#posting-command, ledger.md#hash-chain).
 * Throws UsageError.
 */
export function readCommand(args: readonly string[]): Command {
  const { values, positionals } = readArguments(args, options)
  if (values.help) return { kind: 'help' }
  const [command, ...more] = positionals
  if (command === undefined) throw new UsageError('Say what to do: build, verify, rebuild-projection or export.')
  if (more.length === 0 && command === 'build') return { kind: 'build', range: parseBuildRange(values) }
  if (more.length === 0 && command === 'verify') return verify(values)
  if (more.length === 0 && command === 'rebuild-projection') return rebuild(values)
  if (more.length === 0 && command === 'export') return { kind: 'export', request: parseFileRequest(values) }
  throw new UsageError(`There is no command "${positionals.join(' ')}".`)
}

type Values = { [Name in keyof typeof options]?: string | undefined }

function verify(values: Values): Command {
  if (Object.keys(values).length > 0) throw new UsageError('verify checks the whole ledger; it takes no options.')
  return { kind: 'verify' }
}

function rebuild({ into, ...others }: Values): Command {
  if (Object.keys(others).length > 0) throw new UsageError('rebuild-projection replays all events; it takes --into only.')
  if (into === undefined || into === '') throw new UsageError('Into which database? Give --into postgres://…')
  return { kind: 'rebuild', into }
}

function parseBuildRange({ date, to, store, ...others }: Values): BuildRange {
  const [other] = Object.keys(others)
  if (other !== undefined) throw new UsageError(`build writes into the running system; it takes no --${other}.`)
  if (date === undefined) throw new UsageError('Which day? Give --date YYYY-MM-DD.')
  const range = {
    from: parseDayOption('--date', date),
    to: parseDayOption('--to', to ?? date),
    storeId: store ?? null,
  }
  if (range.to < range.from) throw new UsageError('--to is before --date.')
  if (range.storeId === '') throw new UsageError('--store needs the id of a store.')
  return range
}

function parseFileRequest({ date, into, ...values }: Values): FileRequest {
  if (date !== undefined || into !== undefined) throw new UsageError('export takes --from and --to, no --date and no --into.')
  const format = accountingFileFormats.find((name) => name === values.format)
  if (format === undefined) throw new UsageError(`Which format? Give --format ${accountingFileFormats.join('|')}.`)
  const request = {
    format,
    companyCode: required('company', values.company),
    from: parseDayOption('--from', required('from', values.from)),
    to: parseDayOption('--to', required('to', values.to)),
    storeId: values.store ?? null,
    currencyCode: values.currency ?? null,
    output: required('output', values.output),
  }
  if (request.to < request.from) throw new UsageError('--to is before --from.')
  return request
}

function required(name: string, value: string | undefined): string {
  if (value === undefined || value === '') throw new UsageError(`--${name} is missing.`)
  return value
}

function parseDayOption(name: string, text: string): string {
  if (isDay(text)) return text
  throw new UsageError(`${name} must be a day such as 2026-01-31; it is "${text}".`)
}
