import { queryOptions } from '@tanstack/react-query'
import { gateway } from '../session/gateway.ts'

export type Colleague = Awaited<ReturnType<typeof readColleagues>>[number]

const MINUTES_FRESH = 5

/** The people who may work on orders in the stores of the person. */
export const colleaguesQuery = queryOptions({
  queryKey: ['colleagues'],
  queryFn: ({ signal }) => readColleagues(signal),
  staleTime: MINUTES_FRESH * 60_000,
})

async function readColleagues(signal: AbortSignal) {
  return (await gateway.get('/api/Colleagues', { signal })).result
}
