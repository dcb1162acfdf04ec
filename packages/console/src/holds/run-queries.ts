import type { RunSearch } from '@open-oms/client/types'
import { queryOptions } from '@tanstack/react-query'
import { gateway } from '../session/gateway.ts'

type State = NonNullable<RunSearch['states']>[number]

/** The runs of an order that are in a state, by the statuses whose steps they carry out. */
export function runsInStateQuery(orderId: string, state: State) {
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
export function namesOfRuns(runs: readonly { status: string; step: string | null }[]): string {
  return runs.map(({ status, step }) => (step === null ? status : `${status} (${step})`)).join(', ')
}
