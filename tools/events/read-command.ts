import { readArguments, UsageError } from '@oms/service-kit/config/read-arguments'
import { type DatabaseService, databaseServices } from '../start/service-names.ts'

export const usage = `Usage: npm run events -- dead-letters list [--service S]
       npm run events -- dead-letters replay (--id ID | --all) [--service S]
       npm run events -- dead-letters drop (--id ID | --all) [--service S]
       npm run events -- reconcile [--days N] [--service S]

list    shows the events that a consumer gave up, with the number of events that wait behind them.
replay  has them handled once more by the running service; the events behind them follow in order.
drop    gives them up: they will never have their effect, and the events behind them are handled.

reconcile  has the running consumers compare what was published in the last N days (31 when absent) with what they have
        handled, and has what is missing published again.

ID is the number of the dead letter or the id of its event. S is one of ${databaseServices.join(', ')}; all when absent.
The databases are those of the system that "npm start" runs (run.json in OMS_DATA_DIR, .data when absent), or of
ORDERS_WORKFLOW_DATABASE_URL and the like. Ends with 0 when it was done, 1 when it could not be, 2 when the command is wrong.`

export type ReconcileCommand = { action: 'reconcile'; services: readonly DatabaseService[]; days: number }

export type DeadLetterCommand = {
  action: 'list' | 'replay' | 'drop'
  services: readonly DatabaseService[]
  /** A dead letter's number, an event's id, or `all`. */
  selection: { id: string } | 'all'
}

const options = {
  service: { type: 'string' },
  id: { type: 'string' },
  all: { type: 'boolean' },
  days: { type: 'string' },
} as const

/** Reads what follows `npm run events --`. Null: help is asked for. Throws UsageError. */
export function readCommand(args: readonly string[]): DeadLetterCommand | ReconcileCommand | null {
  const { values, positionals } = readArguments(args, options)
  if (values.help) return null
  const [topic, action, ...more] = positionals
  if (topic === 'reconcile' && action === undefined) {
    if (values.id !== undefined || values.all)
      throw new UsageError('--id and --all belong to dead letters; reconcile takes --days.')
    return { action: topic, services: servicesOf(values.service), days: daysOf(values.days) }
  }
  if (topic !== 'dead-letters' || more.length > 0)
    throw new UsageError('Say what to do: dead-letters list, replay or drop, or reconcile.')
  if (action !== 'list' && action !== 'replay' && action !== 'drop') {
    throw new UsageError(`dead-letters can be listed (list), replayed (replay) or dropped (drop), not "${action ?? ''}".`)
  }
  if (values.days !== undefined) throw new UsageError('--days belongs to reconcile.')
  return { action, services: servicesOf(values.service), selection: selectionOf(action, values) }
}

const DAYS_MAX = 31

function daysOf(text: string | undefined): number {
  if (text === undefined) return DAYS_MAX
  const days = /^\d+$/.test(text) ? Number(text) : 0
  if (days < 1 || days > DAYS_MAX) throw new UsageError(`--days is a number from 1 to ${DAYS_MAX}.`)
  return days
}

function servicesOf(name: string | undefined): readonly DatabaseService[] {
  if (name === undefined) return databaseServices
  const service = databaseServices.find((known) => known === name)
  if (service === undefined) throw new UsageError(`There is no service "${name}"; there are ${databaseServices.join(', ')}.`)
  return [service]
}

function selectionOf(
  action: DeadLetterCommand['action'],
  values: { id?: string; all?: boolean },
): DeadLetterCommand['selection'] {
  if (values.id === '') throw new UsageError('--id needs the number of a dead letter or the id of its event.')
  if (values.id !== undefined && values.all) throw new UsageError('Give --id or --all, not both.')
  if (action !== 'list' && values.id === undefined && !values.all)
    throw new UsageError(`Which ones? Give --id ID, or --all to ${action} all.`)
  return values.id === undefined ? 'all' : { id: values.id }
}
