import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings'
import { searchWorkflowRuns } from '@open-oms/contracts/orders/workflow/routes/workflow-runs'
import type { DeclareCommand } from '../../command.ts'
import { wrongUsage } from '../../command-failure.ts'
import { confirm } from '../../confirm.ts'
import type { Context } from '../../context.ts'
import type { ExitCode } from '../../exit-codes.ts'
import { exitCodes } from '../../exit-codes.ts'
import { followJob, makeRunJob, type RunAction, reportJob } from '../jobs/follow-job.ts'
import { addRunFilter, type RunFilter, readRunFilter } from './run-filter.ts'

const verbs: Readonly<Record<RunAction, { name: string; description: string }>> = {
  Resume: { name: 'resume', description: 'Resume failed, interrupted and waiting runs' },
  Retry: { name: 'retry', description: 'Run the failed steps of runs again, and the steps that have not run yet' },
  Dismiss: { name: 'dismiss', description: 'End the waiting of runs: their steps are not tried again' },
}

type Options = { all?: true; note?: string; yes?: true; wait: boolean }

/** `oms runs resume|retry|dismiss`: a job for many runs (workflow.md#bulk-work-on-runs). */
const changeRuns =
  (action: RunAction): DeclareCommand =>
  (run) => {
    const command: CommandUnknownOpts = new Command(verbs[action].name)
      .description(verbs[action].description)
      .argument('[ids...]', 'the ids of the runs; without them, those of the options')
      .option('--all', 'all that `oms runs list` would list')
      .option('--note <text>', 'a remark that the job keeps')
      .option('--yes', 'do not ask')
      .option('--no-wait', 'only make the job; see `oms jobs show` for how far it is')
      .action((ids, options) =>
        run((context) => change(action, { ids, filter: readRunFilter(command), options: options as Options, context })),
      ) as CommandUnknownOpts
    addRunFilter(command)
    return command
  }

export const [resumeRuns, retryRuns, dismissRuns] = [changeRuns('Resume'), changeRuns('Retry'), changeRuns('Dismiss')]

type Chosen = { ids: string[]; filter: RunFilter | null; options: Options; context: Context }

async function change(action: RunAction, chosen: Chosen): Promise<ExitCode> {
  const { options, context } = chosen
  const choice = chooseRuns(chosen)
  const api = context.api()
  if (choice.filter !== undefined) {
    const { totalHits } = await api.call(searchWorkflowRuns, { body: { ...choice.filter, take: 1 } })
    if (totalHits === 0) {
      context.output.result({ total: 0 }, () => 'There are no such runs.')
      return exitCodes.Done
    }
    await confirm(`${action} ${totalHits} runs at ${api.gatewayUrl}?`, options.yes === true, context)
  }
  const job = await makeRunJob(api, action, { ...choice, ...(options.note !== undefined && { note: options.note }) })
  if (options.wait) return await reportJob(api, await followJob(api, job, context), context)
  context.output.result(job, () => `Job ${job.id} is made: oms jobs show ${job.id}`)
  return exitCodes.Done
}

type Choice = { ids: string[]; filter?: never } | { ids?: never; filter: RunFilter }

function chooseRuns({ ids, filter, options }: Chosen): Choice {
  const isFiltered = filter !== null || options.all === true
  if (ids.length > 0 && isFiltered) throw wrongUsage('Give ids, or options that say which runs, not both.')
  if (ids.length > 0) return { ids }
  if (!isFiltered) throw wrongUsage('Which runs? Give ids, options such as --reason, or --all.')
  return { filter: filter ?? {} }
}
