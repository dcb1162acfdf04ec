import type { Order } from '@open-oms/client/types'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useStatusNames } from '../configuration/use-status-names.ts'
import { transitionsQuery } from '../order/order-queries.ts'
import { gateway } from '../session/gateway.ts'
import { firstAllowed, meaningOf, type StatusMeaning, unknownMeaning } from './status-choice.ts'
import type { Source } from './units.ts'

export type StatusChoice = {
  status: string
  /** The statuses to choose from, with what people call them. */
  choices: readonly { value: string; label: string }[]
  isPending: boolean
  choose: (status: string) => void
}

type Choosing = {
  source: Source
  /** Which statuses the form begins with, the best one first. */
  begin: (meaning: StatusMeaning) => readonly string[]
}

/** The status whose steps run: the first to begin with that is allowed, unless the person chooses another one. */
export function useStatusChoice(order: Order, { source, begin }: Choosing): StatusChoice {
  const transitions = useQuery(transitionsQuery(order.id))
  const meanings = useQuery(statusMeaningQuery(order.orderType))
  const nameOf = useStatusNames()
  const [chosen, choose] = useState<string>()
  const allowed = (transitions.data ?? []).filter((one) => one.allowed).map(({ status }) => status)
  // Entering the same status again is always allowed.
  const choices = [...new Set([...allowed, source.orderStatus ?? order.status])]
  const meant = firstAllowed(begin(meanings.data ?? unknownMeaning), choices)
  const named = choices.map((value) => ({ value, label: nameOf(value, order.orderType) }))
  return { status: chosen ?? meant, choices: named, isPending: transitions.isPending || meanings.isPending, choose }
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
