import { spawnSync } from 'node:child_process'
import { omsProgram } from '@open-oms/system/run-program'
import type { LedgerDay } from './ledger.ts'

/** What `oms accounting build` said of some days of stores. */
export type Built = {
  output: string
  /**
   * Why the posting of the day in this currency could not be built; null when it could, or there is
   * nothing to build.
   */
  findDraftReason(day: LedgerDay): string | null
}

/** A line about a posting; what is below it and indented belongs to it. */
const aboutPosting = /^\d{4}-\d\d-\d\d {2}/

/**
 * Builds the postings of these days, and those of other stores with them: one command for all takes
 * a fraction of the time. Other postings, and events that wait, are not the demo's: the exit code,
 * which is about them too, says nothing.
 */
export function buildPostings(days: readonly LedgerDay[], configDir: string): Built {
  const dates = days.map(({ date }) => date).sort()
  const range = ['--date', dates.at(0) ?? '', '--to', dates.at(-1) ?? '']
  const { stdout, stderr, error } = spawnSync(
    process.execPath,
    ['--conditions=development', omsProgram, 'accounting', 'build', ...range],
    {
      env: { ...process.env, OMS_PROFILE: 'local', OMS_CONFIG_DIR: configDir },
      encoding: 'utf8',
      // A tenant may have many stores.
      maxBuffer: 64 * 1024 ** 2,
    },
  )
  if (error !== undefined) throw error
  const entries = parseEntries(`${stdout}${stderr}`)
  const isShown = ([line = '']: string[]) => !aboutPosting.test(line) || days.some((day) => line.startsWith(linePrefix(day)))
  return {
    output: entries
      .filter(isShown)
      .flat()
      .map((line) => `  ${line}`)
      .join('\n'),
    findDraftReason(day) {
      const start = `${linePrefix(day)}${day.currency}  `
      const own = entries.map(([line = '']) => line).filter((line) => line.startsWith(start) && !line.includes('  Z-report '))
      const blocked = own.find((line) => /^(draft|failed|corrected) /.test(line.slice(start.length)))
      return blocked?.slice(start.length).replaceAll(/\s+/g, ' ') ?? null
    },
  }
}

function parseEntries(text: string): string[][] {
  const entries: string[][] = []
  for (const line of text.split('\n')) {
    const last = entries.at(-1)
    if (line.startsWith(' ') && last !== undefined) last.push(line)
    else if (line !== '') entries.push([line])
  }
  return entries
}

function linePrefix({ date, storeId }: LedgerDay): string {
  return `${date}  ${storeId.padEnd(14)}  `
}
