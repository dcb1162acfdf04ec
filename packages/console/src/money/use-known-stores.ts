import { useConfiguredNames } from '../configuration/use-configured-names.ts'
import { useUser } from '../session/use-session.ts'

/**
 * The ids of stores that the person can choose from: those of their own, else the configured ones.
 * Others can be typed.
 */
export function useKnownStores(): readonly string[] {
  const { storeIds } = useUser()
  const stores = useConfiguredNames()?.stores ?? []
  return storeIds.length === 0 ? stores.map(({ id }) => id).sort() : storeIds
}
