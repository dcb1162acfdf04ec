import { searchWorkflowRuns } from '@open-oms/contracts/orders/workflow/routes/workflow-runs'
import type { ApiClient } from '../../api/api-client.ts'
import { CommandFailure } from '../../command-failure.ts'
import { exitCodes } from '../../exit-codes.ts'
import type { Examination, Finding } from './finding.ts'

/** A call of the client may take minutes, as commands on a thousand orders need. */
const TIMEOUT_MS = 30_000

/** Examines the queue of runs that someone must look at, as the client may see it. */
export async function examineOrders(open: () => ApiClient): Promise<Examination> {
  const late = AbortSignal.timeout(TIMEOUT_MS)
  try {
    const { totalHits, facets } = await open().call(searchWorkflowRuns, { body: { take: 1 }, signal: late })
    const states = facets.find(({ facetType }) => facetType === 'States')?.facets ?? []
    const counts = Object.fromEntries(states.map(({ value, count }) => [value ?? '', count]))
    return {
      parts: [{ name: 'workflow', isHealthy: true, facts: { queue: totalHits, ...counts } }],
      findings: failedRuns(counts),
    }
  } catch (error) {
    if (late.aborted) return notExamined(noResponse())
    if (!(error instanceof CommandFailure)) throw error
    return notExamined(error)
  }
}

function noResponse(): CommandFailure {
  return new CommandFailure(`no response within ${TIMEOUT_MS / 1_000} s.`, {
    exitCode: exitCodes.Unreachable,
    code: 'Unreachable',
  })
}

function notExamined(error: CommandFailure): Examination {
  return { parts: [{ name: 'workflow', isHealthy: false, facts: {} }], findings: [notAsked(error)] }
}

function failedRuns(counts: Readonly<Record<string, number>>): Finding[] {
  const failed = (counts.Aborted ?? 0) + (counts.Interrupted ?? 0)
  if (failed === 0) return []
  return [
    {
      severity: 'Act',
      code: 'RunsFailed',
      part: 'workflow',
      sentence: `${failed} workflow runs have failed or were interrupted, and nobody tries them again.`,
      remedy: 'oms runs list --counts shows why; once the cause is fixed: oms runs retry --all.',
      page: 'docs/how-to/resume-workflow-runs.md',
    },
  ]
}

function notAsked({ message, exitCode, code, remedy }: CommandFailure): Finding {
  return {
    // A client without the role says nothing about the system.
    severity: exitCode === exitCodes.NotAllowed ? 'Watch' : 'Act',
    code,
    part: 'workflow',
    sentence: `The queue of workflow runs could not be asked for: ${message}`,
    remedy: remedy ?? 'Try again in a moment.',
    page: 'docs/how-to/use-the-command-line.md',
  }
}
