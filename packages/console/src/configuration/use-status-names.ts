import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useMayReadOrders } from '../session/use-session.ts'
import { namesQuery } from './names-query.ts'
import { type StatusNameOf, statusNames } from './status-names.ts'

/** What people call statuses. Until that is known they are shown as they are. */
export function useStatusNames(): StatusNameOf {
  const mayRead = useMayReadOrders()
  const { data } = useQuery({ ...namesQuery, enabled: mayRead })
  return useMemo(() => statusNames(data?.orderTypes ?? []), [data])
}
