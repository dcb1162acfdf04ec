import { useQueryClient } from '@tanstack/react-query'
import { type Dispatch, type SetStateAction, useCallback, useState } from 'react'
import { type OrderView, toOrderSearch } from './order-view.ts'

type Ids = ReadonlySet<string>
type Selected = { key: string; ids: Ids }

const none: Ids = new Set()
/** Forgotten with all that the session has seen. */
const QUERY_KEY = ['selected orders']

/**
 * The selected rows of a list. Who comes back from an order to the same list finds them selected
 * still; other filters begin without a selection.
 */
export function useSelectedIds(view: OrderView): [Ids, Dispatch<SetStateAction<Ids>>] {
  const queries = useQueryClient()
  const key = JSON.stringify([view.saved, toOrderSearch({ ...view, sort: 'CreatedDescending' })])
  const [kept, setKept] = useState<Selected | undefined>(() => queries.getQueryData<Selected>(QUERY_KEY))
  const selected = kept?.key === key ? kept.ids : none
  const select = useCallback(
    (change: SetStateAction<Ids>) => {
      setKept((before) => {
        const ids = before?.key === key ? before.ids : none
        const after = { key, ids: typeof change === 'function' ? change(ids) : change }
        queries.setQueryData(QUERY_KEY, after)
        return after
      })
    },
    [key, queries],
  )
  return [selected, select]
}
