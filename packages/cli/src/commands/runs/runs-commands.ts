import type { DeclareCommand } from '../../command.ts'
import { dismissRuns, resumeRuns, retryRuns } from './change-runs.ts'
import { listRuns } from './list-runs.ts'

/** `oms runs …` */
export const runsCommands: readonly DeclareCommand[] = [listRuns, retryRuns, resumeRuns, dismissRuns]
