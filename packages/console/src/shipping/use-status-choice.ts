import type { Order } from '@open-oms/client/types'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { firstAllowed, type StatusMeaning, statusMeaning, unknownMeaning } from '../configuration/status-meaning.ts'
import { useNames } from '../configuration/use-configured-names.ts'
import { useStatusNames } from '../configuration/use-status-names.ts'
import { transitionsQuery } from '../order/order-queries.ts'
import type { Source } from './units.ts'

export type StatusChoice = {
  status: string
  /** All goods of the shipment leave with the status. */
  isSent: boolean
  /** The statuses to choose from, with what people call them. */
  choices: readonly { value: string; label: string }[]
  isPending: boolean
  choose: (status: string) => void
}

type StatusChoiceOptions = {
  source: Source
  /** Which statuses the form begins with, the best one first. */
  begin: (meaning: StatusMeaning) => readonly string[]
  /** Whether only these are offered, where any of them is allowed. */
  isNarrow?: boolean
}

/**
 * The status whose steps run: the first to begin with that is allowed, unless the person chooses
 * another one.
 */
export function useStatusChoice(order: Order, { source, begin, isNarrow = false }: StatusChoiceOptions): StatusChoice {
  const transitions = useQuery(transitionsQuery(order.id))
  const names = useNames()
  const nameOf = useStatusNames()
  const [chosen, choose] = useState<string>()
  const allowed = (transitions.data ?? []).filter((one) => one.allowed).map(({ status }) => status)
  // Entering the same status again is always allowed.
  const all = [...new Set([...allowed, source.orderStatus ?? order.status])]
  const meaning = names.data === undefined ? unknownMeaning : statusMeaning(names.data.orderTypes, order.orderType)
  const meant = begin(meaning).filter((one) => all.includes(one))
  const choices = isNarrow && meant.length > 0 ? meant : all
  const status = chosen ?? firstAllowed(begin(meaning), choices)
  return {
    status,
    isSent: meaning.sent.includes(status),
    choices: choices.map((value) => ({ value, label: nameOf(value, order.orderType) })),
    isPending: transitions.isPending || names.isPending,
    choose,
  }
}
