import { type Static, Type } from '@sinclair/typebox'
import { DateTime, Integer, Model, Nullable, Text, Word } from '../../primitives.ts'

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
export const Job = Model('Job', {
  id: Text,
  kind: Word(jobKinds),
  state: Word(jobStates),
  /** How many items it has; fixed when it is made. */
  total: Integer,
  /** How many have been done: the sum of the following three. */
  done: Integer,
  succeeded: Integer,
  failed: Integer,
  refused: Integer,
  note: Nullable(Text),
  createdAt: DateTime,
  /** The client that has made it. */
  createdBy: Text,
  startedAt: Nullable(DateTime),
  finishedAt: Nullable(DateTime),
})
export type Job = Static<typeof Job>

export const JobList = Model('JobList', {
  /** Newest first. */
  result: Type.Array(Job),
  /** What to send as `after` for the jobs that follow; null at the end. */
  next: Nullable(Text),
})
export type JobList = Static<typeof JobList>

/** What became of one item of a job. */
export const JobResult = Model('JobResult', {
  runId: Text,
  /** Null where there is no such run, or it is of a store that the job is not for. */
  orderId: Nullable(Text),
  outcome: Word(jobOutcomes),
  /** Why, in a sentence; null where there is nothing to say, or the order was purged since. */
  reason: Nullable(Text),
  finishedAt: DateTime,
})
export type JobResult = Static<typeof JobResult>

export const JobResults = Model('JobResults', {
  /** In the order of the items. Items that are still to be done are not among them. */
  result: Type.Array(JobResult),
  /**
   * What to send as `after` for the results that follow; null when there are none yet. While the job is under way an earlier item may
   * end later: what is read to its end after the job has ended is complete.
   */
  next: Nullable(Text),
})
export type JobResults = Static<typeof JobResults>
