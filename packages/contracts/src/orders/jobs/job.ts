import { type Static, Type } from '@sinclair/typebox'
import { DateTime, described, Integer, Model, Nullable, Text, Word } from '../../primitives.ts'

/** What a job does with each of its items (jobs.md#kinds-of-jobs). */
export const jobKinds = ['ResumeRuns', 'RetryRuns', 'DismissRuns'] as const
export type JobKind = (typeof jobKinds)[number]

export const jobStates = ['Queued', 'Running', 'Finished', 'Canceled'] as const
export type JobState = (typeof jobStates)[number]

/**
 * What became of an item (jobs.md#results): `Failed`, it was done and had no success; `Refused`, it
 * could not be done; `Canceled`, the job ended before it.
 */
export const jobOutcomes = ['Succeeded', 'Failed', 'Refused', 'Canceled'] as const
export type JobOutcome = (typeof jobOutcomes)[number]

/** Most items of one job (jobs.md#limits). */
export const JOB_ITEMS_MAX = 10_000
export const JOBS_PAGE_DEFAULT = 50
export const JOBS_PAGE_MAX = 250

/** A remark about a job. */
export const JobNote = Type.String({ maxLength: 1_000, description: 'must have at most 1,000 characters' })

/** Work on many things that is done in the background (jobs.md#what-a-job-is). */
export const Job = Model(
  'Job',
  {
    id: described(Text, 'The id of the job.'),
    kind: described(Word(jobKinds), 'What the job does with each of its items.'),
    state: described(Word(jobStates), 'How far it is. `Canceled`: it was ended before all items were done.'),
    total: described(Integer, 'How many items it has; fixed when it is made.'),
    done: described(Integer, 'How many items have been done: `succeeded`, `failed` and `refused` together.'),
    succeeded: described(Integer, 'How many items were done with success.'),
    failed: described(Integer, 'How many items were done without success.'),
    refused: described(Integer, 'How many items could not be done.'),
    note: described(Nullable(Text), 'The remark that it was made with.'),
    createdAt: described(DateTime, 'When it was made.'),
    createdBy: described(Text, 'The client that made it.'),
    startedAt: described(Nullable(DateTime), 'When its work began. Null: it has not.'),
    finishedAt: described(Nullable(DateTime), 'When it ended. Null: it has not.'),
  },
  'Work on many things that continues after its response.',
)
export type Job = Static<typeof Job>

export const JobList = Model(
  'JobList',
  {
    result: described(Type.Array(Job), 'The jobs, the newest first.'),
    next: described(Nullable(Text), 'What to send as `after` for the jobs that follow. Null at the end.'),
  },
  'A page of jobs.',
)
export type JobList = Static<typeof JobList>

/** What became of one item of a job. */
export const JobResult = Model(
  'JobResult',
  {
    runId: described(Text, 'The workflow run that the item is.'),
    orderId: described(
      Nullable(Text),
      'The order of the run. Null where there is no such run, or it is of a store that the job is not for.',
    ),
    outcome: described(
      Word(jobOutcomes),
      '`Succeeded`; `Failed`, it was done and had no success; `Refused`, it could not be done; `Canceled`, the job ended before it.',
    ),
    reason: described(Nullable(Text), 'Why, in a sentence. Null where there is nothing to say, or the order was purged since.'),
    finishedAt: described(DateTime, 'When the outcome was known.'),
  },
  'What became of one item of a job.',
)
export type JobResult = Static<typeof JobResult>

export const JobResults = Model(
  'JobResults',
  {
    result: described(
      Type.Array(JobResult),
      'The results in the order of the items. Items that are still to be done are not among them.',
    ),
    next: described(
      Nullable(Text),
      'What to send as `after` for the results that follow. Null when there are none yet. What is read to its end after the job has ended is complete.',
    ),
  },
  'A page of the results of a job.',
)
export type JobResults = Static<typeof JobResults>
