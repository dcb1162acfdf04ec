import type { RunSearch } from '@open-oms/client/types'
import { queryOptions } from '@tanstack/react-query'
import type { StatusNameOf } from '../configuration/status-names.ts'
import { gateway } from '../session/gateway.ts'

type Run = { status: string; orderType: string; step: string | null }

/** The runs of an order that are in a state, by the statuses whose steps they carry out. */
export function runsInStateQuery(orderId: string, state: NonNullable<RunSearch['states']>[number]) {
  return queryOptions({
    queryKey: ['orders', 'one', orderId, 'runs', state],
    queryFn: async ({ signal }) => {
      const body = { orderId, states: [state], take: 20 }
      return (await gateway.post('/api/WorkflowRuns/Search', { body, signal })).result
    },
    staleTime: 0,
  })
}

/** What the runs do, for people: each status with the step that is next. */
export function namesOfRuns(runs: readonly Run[], nameOf: StatusNameOf): string {
  const statusName = ({ status, orderType }: Run) => nameOf(status, orderType)
  return runs.map((run) => (run.step === null ? statusName(run) : `${statusName(run)} (${run.step})`)).join(', ')
}
