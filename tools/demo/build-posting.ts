import { spawnSync } from 'node:child_process'
import { omsProgram } from '../run-program.ts'
import type { LedgerDay } from './ledger.ts'

/** What `oms accounting build` said. */
export type Built = { output: string; draftReason: string | null }

/**
 * Builds the postings of a store and day. Other postings of the day, and events that wait, are not the demo's: the exit code, which is about
 * them too, says nothing; `draftReason` is why the posting in this currency could not be built, null when it could or there is nothing to build.
 */
export function buildPosting({ storeId, currency, date }: LedgerDay, configDir: string): Built {
  const command = [omsProgram, 'accounting', 'build', '--date', date, '--store', storeId]
  const { stdout, stderr } = spawnSync(process.execPath, ['--conditions=development', ...command], {
    env: { ...process.env, OMS_PROFILE: 'local', OMS_CONFIG_DIR: configDir },
    encoding: 'utf8',
  })
  const lines = `${stdout}${stderr}`.split('\n').filter((line) => line !== '')
  const start = `${date}  ${storeId.padEnd(14)}  ${currency}  `
  const own = lines.filter((line) => line.startsWith(start) && !line.includes('  Z-report '))
  const blocked = own.find((line) => /^(draft|failed|corrected) /.test(line.slice(start.length)))
  return {
    output: lines.map((line) => `  ${line}`).join('\n'),
    draftReason: blocked?.slice(start.length).replaceAll(/\s+/g, ' ') ?? null,
  }
}
