import { parseArgs } from 'node:util'
import { isDay } from '../../domain/posting-date.ts'
import type { BuildRange } from './build-days.ts'

export const usage = `Usage: npm run accounting -- build --date YYYY-MM-DD [--to YYYY-MM-DD] [--store ID]

Builds the postings of web orders for a day, or for every day from --date to --to, of one store or of all. Building again
changes nothing unless payments have changed. Ends with 0 when every posting is built or unchanged and no payment event of these
days is a dead letter or waits for one, else with 1.`

/** The command line cannot be understood. */
export class UsageError extends Error {}

/** Reads the arguments of the command (4-decisions O.3). Null: help is asked for. Throws UsageError. */
export function readCommand(args: readonly string[]): BuildRange | null {
  const { values, positionals } = parsed(args)
  if (values.help) return null
  const [command, ...more] = positionals
  if (command === undefined) throw new UsageError('Say what to do: build.')
  if (command !== 'build' || more.length > 0) throw new UsageError(`There is no command "${positionals.join(' ')}".`)
  if (values.date === undefined) throw new UsageError('Which day? Give --date YYYY-MM-DD.')
  const range = { from: dayOf('--date', values.date), to: dayOf('--to', values.to ?? values.date), storeId: values.store ?? null }
  if (range.to < range.from) throw new UsageError('--to lies before --date.')
  if (range.storeId === '') throw new UsageError('--store needs the id of a store.')
  return range
}

function dayOf(name: string, text: string): string {
  if (isDay(text)) return text
  throw new UsageError(`${name} must be a day such as 2026-01-31; it is "${text}".`)
}

function parsed(args: readonly string[]) {
  const options = {
    date: { type: 'string' },
    to: { type: 'string' },
    store: { type: 'string' },
    help: { type: 'boolean' },
  } as const
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}
