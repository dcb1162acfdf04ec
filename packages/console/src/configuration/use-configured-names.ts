import { useQuery } from '@tanstack/react-query'
import { useMayReadOrders } from '../session/use-session.ts'
import { namesQuery } from './names-query.ts'

/**
 * Stores, order types and statuses with their names; undefined before they are known, and for who
 * may not read orders.
 */
export function useConfiguredNames() {
  const mayRead = useMayReadOrders()
  return useQuery({ ...namesQuery, enabled: mayRead }).data
}
