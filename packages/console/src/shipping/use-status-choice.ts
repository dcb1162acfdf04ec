import type { Order } from '@open-oms/client/types'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { transitionsQuery } from '../order/order-queries.ts'
import { gateway } from '../session/gateway.ts'
import { firstAllowed, meaningOf, type StatusMeaning } from './status-choice.ts'

export type StatusChoice = { status: string; choices: readonly string[]; isPending: boolean; choose: (status: string) => void }

/** The status that the goods of a form get: the first that means what is done, unless the person chooses another one. */
export function useStatusChoice(order: Order, meaning: keyof StatusMeaning): StatusChoice {
  const transitions = useQuery(transitionsQuery(order.id))
  const meanings = useQuery(statusMeaningQuery(order.orderType))
  const [chosen, choose] = useState<string>()
  const allowed = (transitions.data ?? []).filter((one) => one.allowed).map(({ status }) => status)
  const choices = [...new Set([...allowed, order.status])]
  const meant = firstAllowed(meanings.data?.[meaning] ?? [], choices)
  return { status: chosen ?? meant, choices, isPending: transitions.isPending || meanings.isPending, choose }
}

/** What the statuses of an order type mean, by the configuration that the service runs. Nothing is known of a type that it lacks. */
function statusMeaningQuery(orderType: string) {
  return queryOptions({
    queryKey: ['configuration'],
    queryFn: ({ signal }) => gateway.get('/api/Configuration', { signal }),
    staleTime: 5 * 60_000,
    select: ({ files }) => meaningOf(files['order-types.json'], orderType),
  })
}
