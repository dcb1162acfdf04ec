import { Type } from '@sinclair/typebox'
import { described, Word } from '../../primitives.ts'
import { defineRoute } from '../../route.ts'
import { JOBS_PAGE_DEFAULT, JOBS_PAGE_MAX, Job, JobList, JobResults, jobKinds, jobOutcomes, jobStates } from './job.ts'

const jobParams = Type.Object({ jobId: described(Type.String(), 'The id of the job.') })
const page = {
  take: described(
    Type.Optional(Type.Integer({ minimum: 1, maximum: JOBS_PAGE_MAX, default: JOBS_PAGE_DEFAULT })),
    'How many entries a page has at most.',
  ),
  after: Type.Optional(Type.String({ description: '`next` of the previous response.' })),
}
const base = { tags: ['Jobs'], access: ['OrderAdmin'] } as const

export const listJobs = defineRoute({
  ...base,
  method: 'GET',
  url: '/api/Jobs',
  operationId: 'listJobs',
  summary: 'Lists jobs with their progress, newest first.',
  description: 'A client that is limited to stores sees the jobs that were made for no other stores.',
  reads: 'standby',
  query: Type.Object({
    kind: described(Type.Optional(Word(jobKinds)), 'Only jobs of this kind.'),
    state: described(Type.Optional(Word(jobStates)), 'Only jobs in this state.'),
    ...page,
  }),
  responses: { 200: JobList },
})

export const getJob = defineRoute({
  ...base,
  method: 'GET',
  url: '/api/Jobs/:jobId',
  operationId: 'getJob',
  summary: 'Reads a job with its progress.',
  description: 'Read it again until `state` is `Finished` or `Canceled`. What became of each item is read with `listJobResults`.',
  params: jobParams,
  responses: { 200: Job },
})

export const listJobResults = defineRoute({
  ...base,
  method: 'GET',
  url: '/api/Jobs/:jobId/Results',
  operationId: 'listJobResults',
  summary: 'Lists what became of the items of a job so far, in their order.',
  description:
    'While the job is under way further results may follow; what is read to its end after the job has ended is complete.',
  reads: 'standby',
  params: jobParams,
  query: Type.Object({ outcome: described(Type.Optional(Word(jobOutcomes)), 'Only results with this outcome.'), ...page }),
  responses: { 200: JobResults },
})

export const cancelJob = defineRoute({
  ...base,
  method: 'POST',
  url: '/api/Jobs/:jobId/Cancel',
  operationId: 'cancelJob',
  summary: 'Ends a job: items that are not begun are not done.',
  description: 'What is done stays done. A job that has ended stays as it is.',
  params: jobParams,
  responses: { 200: Job },
})

/** Every route of jobs. */
export const jobRoutes = [listJobs, getJob, listJobResults, cancelJob] as const
