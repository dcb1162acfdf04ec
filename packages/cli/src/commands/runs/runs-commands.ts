import type { CommandGroup } from '../../command.ts'
import { dismissRuns, resumeRuns, retryRuns } from './change-runs.ts'
import { listRuns } from './list-runs.ts'

/** `oms runs …` */
export const runsCommands: CommandGroup = {
  name: 'runs',
  summary: 'Finds workflow runs that failed or wait, over all orders, and puts them right together',
  commands: [listRuns, retryRuns, resumeRuns, dismissRuns],
}
