import { Command, type CommandUnknownOpts, InvalidArgumentError, Option } from '@commander-js/extra-typings'
import { type DatabaseService, databaseServices } from '@open-oms/system/start/service-names'
import type { DeclareCommand } from '../../command.ts'
import { CommandFailure, wrongUsage } from '../../command-failure.ts'
import type { Context } from '../../context.ts'
import { type ExitCode, exitCodes } from '../../exit-codes.ts'
import { formatAge } from '../../moment.ts'
import { table } from '../../output/table.ts'
import type { DeadLetterCommand, Outcome, ServiceLetter } from './handle-dead-letters.ts'
import type { ConsumerDay } from './reconcile-now.ts'

const DAYS_MAX = 31

const serviceOption = () => new Option('--service <name>', 'of this service; of all without it').choices(databaseServices)

const selectServices = (service: DatabaseService | undefined) => (service === undefined ? databaseServices : [service])

/** `oms events dead-letters …`: events that a consumer gave up (events.md#dead-letters). */
const deadLetters: DeclareCommand = (run) => {
  const group = new Command('dead-letters').description('Events that a consumer gave up, and that hold back what follows them')
  const act = (action: DeadLetterCommand['action'], description: string) =>
    new Command(action)
      .description(description)
      .option('--id <id>', 'the number of a dead letter, or the id of its event')
      .option('--all', 'all of them')
      .addOption(serviceOption())
      .action(({ id, all, service }) =>
        run(async (context) => {
          const selection = parseSelection(action, id, all === true)
          return await handle({ action, selection, services: selectServices(service) }, context)
        }),
      ) as CommandUnknownOpts
  group.addCommand(act('list', 'List dead letters, and how many events wait behind them'))
  group.addCommand(act('replay', 'Have them handled once more by the running service; what waits behind them follows'))
  group.addCommand(act('drop', 'Give them up: they never have their effect, and what waits behind them is handled'))
  return group as CommandUnknownOpts
}

function parseSelection(
  action: DeadLetterCommand['action'],
  id: string | undefined,
  isAll: boolean,
): DeadLetterCommand['selection'] {
  if (id !== undefined && isAll) throw wrongUsage('Give --id or --all, not both.')
  if (id === '') throw wrongUsage('--id needs the number of a dead letter or the id of its event.')
  if (id !== undefined) return { id }
  if (action !== 'list' && !isAll) throw wrongUsage(`Which ones? Give --id ID, or --all to ${action} all.`)
  return 'all'
}

async function handle(command: DeadLetterCommand, context: Context): Promise<ExitCode> {
  context.requireHere()
  const { handleDeadLetters } = await import('./handle-dead-letters.ts')
  const outcome = await handleDeadLetters(command, context.environment)
  if (outcome.letters.length === 0 && command.selection !== 'all')
    throw new CommandFailure('There is no such dead letter.', { code: 'NotFound', remedy: 'oms events dead-letters list' })
  context.output.result(outcome, () => describe(command.action, outcome))
  return exitCodes.Done
}

const columns = ['Service', 'Id', 'Consumer', 'Event', 'Type', 'Subject', 'Tries', 'Age', 'Reason']

function describe(action: DeadLetterCommand['action'], { letters, parked }: Outcome): string {
  if (letters.length === 0) return 'There are no dead letters.'
  const count = letters.length === 1 ? '1 dead letter' : `${letters.length} dead letters`
  const endings = {
    list: `${count}; ${parked} ${parked === 1 ? 'event waits' : 'events wait'} behind them or for their turn.`,
    replay: `${count} handed to the running consumers. "list" shows those that fail again.`,
    drop: `${count} dropped.`,
  }
  return `${table(columns, letters.map(cells))}\n\n${endings[action]}`
}

function cells({ service, id, consumer, eventId, type, subject, sequence, tries, created, reason }: ServiceLetter) {
  const place = sequence === null ? subject : `${subject} #${sequence}`
  const age = formatAge(created.toISOString())
  return [service, String(id), consumer, eventId, type || '?', place || '?', tries, age, reason.slice(0, 120)]
}

/**
 * `oms events reconcile`: compares what was published with what was handled
 * (events.md#reconciliation).
 */
const reconcile: DeclareCommand = (run) =>
  new Command('reconcile')
    .description('Compare published events with handled ones, and have missing ones published again')
    .option('--days <count>', `what was published in so many days, ${DAYS_MAX} at most`, readDays, DAYS_MAX)
    .addOption(serviceOption())
    .action(({ days, service }) =>
      run(async (context) => {
        context.requireHere()
        const { reconcileNow } = await import('./reconcile-now.ts')
        const services = selectServices(service)
        const found = await reconcileNow({ services, days }, context.environment)
        const missing = found.reduce((sum, day) => sum + day.missing, 0)
        context.output.result({ missing, days: found }, () => describeDays(found, missing))
        return missing > 0 ? exitCodes.Failed : exitCodes.Done
      }),
    )

function readDays(text: string): number {
  const days = /^\d{1,2}$/.test(text) ? Number(text) : 0
  if (days >= 1 && days <= DAYS_MAX) return days
  throw new InvalidArgumentError(`It must be a number from 1 to ${DAYS_MAX}.`)
}

function describeDays(days: readonly ConsumerDay[], missing: number): string {
  const rows = days.map((day) => [day.consumer, day.day, day.source, day.aggregates, day.repeated, day.missing, day.pending])
  const shown = table(['Consumer', 'Day', 'Aggregates of', 'Compared', 'Repeated', 'Missing', 'Pending'], rows)
  const later = 'What was published within the last minute may be on its way and is left for the next comparison.'
  const lost = missing === 0 ? [] : [`${missing} events are not kept any more; they are dead letters.`]
  return [shown, '', later, ...lost].join('\n')
}

/** `oms events …` */
export const eventsCommands: readonly DeclareCommand[] = [deadLetters, reconcile]
