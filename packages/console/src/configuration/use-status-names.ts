import { useMemo } from 'react'
import { type StatusNameOf, statusNames } from './status-names.ts'
import { useConfiguredNames } from './use-configured-names.ts'

/** What people call statuses. Until that is known they are shown as they are. */
export function useStatusNames(): StatusNameOf {
  const orderTypes = useConfiguredNames()?.orderTypes
  return useMemo(() => statusNames(orderTypes ?? []), [orderTypes])
}
