import { useMemo } from 'react'
import { type StoreNameOf, storeNames } from './store-names.ts'
import { useConfiguredNames } from './use-configured-names.ts'

/** What people call stores. Until that is known their ids are shown. */
export function useStoreNames(): StoreNameOf {
  const stores = useConfiguredNames()?.stores
  return useMemo(() => storeNames(stores ?? []), [stores])
}
