import { Command } from '@commander-js/extra-typings'
import { cancelJob, getJob } from '@open-oms/contracts/orders/jobs/routes'
import type { DeclareCommand } from '../../command.ts'
import { formatAge } from '../../moment.ts'
import { table } from '../../output/table.ts'
import { positiveNumber } from '../../positive-number.ts'
import { describeJob, followJob, newestJobs, reportJob } from './follow-job.ts'

const TAKE_DEFAULT = 20

/** `oms jobs list`: the newest jobs. */
const list: DeclareCommand = (run) =>
  new Command('list')
    .description('List jobs, the newest first')
    .option('--take <count>', 'how many at most', positiveNumber, TAKE_DEFAULT)
    .action(({ take }) =>
      run(async ({ api, output }) => {
        const jobs = await newestJobs(api(), take)
        output.result(jobs, () => {
          const rows = jobs.map((job) => [
            job.id,
            job.kind,
            job.state,
            job.done,
            job.total,
            job.succeeded,
            job.createdBy,
            formatAge(job.createdAt),
            job.note,
          ])
          return rows.length === 0
            ? 'There are no jobs.'
            : table(['Job', 'Kind', 'State', 'Done', 'Of', 'Succeeded', 'By', 'Age', 'Note'], rows)
        })
      }),
    )

/** `oms jobs show ID`: how far a job is, and what became of its items. */
const show: DeclareCommand = (run) =>
  new Command('show')
    .description('Show how far a job is, and each item that did not succeed')
    .argument('<id>', 'the id of the job')
    .option('--wait', 'wait for its end')
    .action((id, { wait }) =>
      run(async (context) => {
        const api = context.api()
        const job = await api.call(getJob, { params: { jobId: id } })
        return await reportJob(api, wait ? await followJob(api, job, context) : job, context)
      }),
    )

/** `oms jobs cancel ID`: what is not begun is not done. */
const cancel: DeclareCommand = (run) =>
  new Command('cancel')
    .description('Cancel a job: what is not begun is not done, and what is done stays')
    .argument('<id>', 'the id of the job')
    .action((id) =>
      run(async ({ api, output }) => {
        const job = await api().call(cancelJob, { params: { jobId: id } })
        output.result(job, () => describeJob(job, []))
      }),
    )

/** `oms jobs …` */
export const jobsCommands: readonly DeclareCommand[] = [list, show, cancel]
