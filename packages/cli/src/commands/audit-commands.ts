import { Command, Option } from '@commander-js/extra-typings'
import { auditActs, auditOutcomes } from '@open-oms/contracts/audit/audit-acts'
import type { AuditRecord } from '@open-oms/contracts/audit/audit-record'
import { AUDIT_PAGE_MAX, searchAuditRecords } from '@open-oms/contracts/audit/routes'
import type { Static } from '@sinclair/typebox'
import type { DeclareCommand } from '../command.ts'
import { programCommand } from '../local/service-program.ts'
import { momentAgo } from '../moment.ts'
import { positiveNumber } from '../positive-number.ts'

const TAKE_DEFAULT = 100

/** `oms audit list`: who did what (audit.md#reading); with `--json` a record per line. */
const list: DeclareCommand = (run) =>
  new Command('list')
    .description('List who did what, the newest first; with --json each record is one line of JSON')
    .option('--since <time>', 'what happened since then: 2026-01-31T08:00Z, or 2d for two days ago')
    .option('--until <time>', 'what happened before then')
    .option('--actor <name>', 'what this person or client did')
    .addOption(new Option('--act <act>', 'what was done of this kind').choices(auditActs))
    .addOption(new Option('--outcome <outcome>', 'what ended so').choices(auditOutcomes))
    .option('--order <id>', 'what was done to this order')
    .option('--customer <key>', 'what was done to this customer')
    .option('--trace <id>', 'what this request led to')
    .option('--take <count>', `how many at most; ${TAKE_DEFAULT} without it`, positiveNumber)
    .option('--all', 'all of them')
    .action((options) =>
      run(async ({ api, output }) => {
        let left = options.all === true ? Number.POSITIVE_INFINITY : (options.take ?? TAKE_DEFAULT)
        const filter = toFilter(options)
        let after: string | undefined
        do {
          const page: AuditPage = await api().call(searchAuditRecords, {
            query: { ...filter, take: Math.min(left, AUDIT_PAGE_MAX), ...(after !== undefined && { after }) },
          })
          for (const record of page.result) output.record(record, () => describe(record))
          left -= page.result.length
          after = page.next ?? undefined
        } while (after !== undefined && left > 0)
      }),
    )

type AuditPage = { result: AuditRecord[]; next: string | null }
type AuditFilter = Omit<Static<typeof searchAuditRecords.query>, 'take' | 'after'>
type Options = Pick<AuditFilter, 'actor' | 'act' | 'outcome'> &
  Partial<Record<'since' | 'until' | 'order' | 'customer' | 'trace', string>>

function toFilter({ since, until, actor, act, outcome, order, customer, trace }: Options): AuditFilter {
  const time = (option: string, text: string | undefined) => (text === undefined ? undefined : momentAgo(option, text))
  const times = { from: time('--since', since), to: time('--until', until) }
  const filter = { ...times, actor, act, outcome, orderId: order, customerKey: customer, traceId: trace }
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)) as AuditFilter
}

/** A record on one line. */
function describe({ time, act, outcome, actor, address, orderId, customerKey, details }: AuditRecord): string {
  const what = [orderId, customerKey, ...Object.entries(details).map(([name, value]) => `${name}=${value}`)]
  const who = `${actor ?? '-'} (${address ?? '-'})`
  return [time, act.padEnd(19), outcome.padEnd(9), who.padEnd(28), what.filter((part) => part !== null).join(' ')]
    .join('  ')
    .trimEnd()
}

const verify = programCommand({
  name: 'verify',
  description: 'Calculate every hash of the audit log again, and follow its chain to the end; ends with 1 when one differs',
  options: [],
  programs: [{ service: 'orders-workflow', file: 'cli/audit.ts' }],
  words: ['verify'],
})

/** `oms audit …` */
export const auditCommands: readonly DeclareCommand[] = [list, verify]
