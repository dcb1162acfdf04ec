import type { Journal } from '../journal.ts'
import { ORDER_TOTAL } from '../order-bodies.ts'
import type { Report } from '../report.ts'
import type { ScaledSystem } from '../scaled-system.ts'
import { findDisorder } from './check-events.ts'
import { bookedPayments, bookingFaults, captureFaults, ledgerSums, orderPayments } from './check-money.ts'
import { findLostWrites } from './check-writes.ts'
import { runAccounting } from './run-accounting.ts'

const DAY_MS = 24 * 3_600_000

/**
 * Compares what the responses to clients said, what the provider has moved, what orders, accounting
 * and ledger have, once all is at rest.
 */
export async function finalChecks(system: ScaledSystem, journal: Journal, report: Report): Promise<void> {
  const { databases, provider } = system
  const { writes, failures } = journal
  report.begin('Everything is compared')
  report.check(`no response of ${writes.length} writes that a fault does not explain`, failures)
  report.check(`${writes.length} acknowledged writes are stored`, await findLostWrites(databases, writes))
  const { count, disorder } = await findDisorder(databases)
  report.check(`${count} events were handled in the order of their aggregates`, disorder)
  const effects = provider.effects()
  const payments = await orderPayments(databases)
  report.check(`${effects.length} captures at the provider, each order once`, captureFaults(effects, payments, writes))
  report.say(`${effects.filter(({ requests }) => requests > 1).length} captures were asked for again, with the same key`)
  const aborted = writes.filter(({ isAborted }) => isAborted === true)
  if (aborted.length > 0) report.say(`${aborted.length} runs were stopped by a step`)
  report.check(`${payments.length} payments are booked once`, bookingFaults(payments, await bookedPayments(databases)))
  await checkLedger(system, payments.length * ORDER_TOTAL, report)
}

async function checkLedger(system: ScaledSystem, expected: number, report: Report): Promise<void> {
  const toDay = (time: number) => new Date(time).toISOString().slice(0, 10)
  // The store may be a day ahead of UTC, and payments of the verification reach back some days.
  const range = ['--date', toDay(Date.now() - 5 * DAY_MS), '--to', toDay(Date.now() + DAY_MS)]
  const target = { ...system, providerUrl: system.provider.urlFor('accounting') }
  const built = await runAccounting(target, ['build', ...range])
  report.check('postings are built', built.code === 0 ? [] : [built.output])
  const verified = await runAccounting(target, ['verify'])
  report.check(`accounting verify: ${verified.output.trim()}`, verified.code === 0 ? [] : [verified.output])
  const { debit, credit, money, lines } = await ledgerSums(system.databases)
  const faults: string[] = []
  if (debit !== credit) faults.push(`debit is ${debit}, credit ${credit}`)
  if (money !== expected) faults.push(`payments are ${expected}, the ledger has ${money}`)
  report.check(`${lines} ledger lines balance at ${debit}; payments are ${expected} in all`, faults)
}
