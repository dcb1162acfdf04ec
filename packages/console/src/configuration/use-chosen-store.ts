import { useLocalStorage } from '@mantine/hooks'
import { useUser } from '../session/use-session.ts'
import { useConfiguredNames } from './use-configured-names.ts'

/**
 * The store that a person works in at present: lists, home and the pick queue show that one alone.
 * Null: all that they may see. Kept for each person on this machine.
 */
export function useChosenStore() {
  const { userName } = useUser()
  const stores = useConfiguredNames()?.stores
  const key = `oms-console-store ${userName}`
  const [kept, choose] = useLocalStorage({ key, defaultValue: '', getInitialValueInEffect: false })
  // A store may have been closed, or taken from the person.
  const isThere = kept !== '' && (stores === undefined || stores.some(({ id }) => id === kept))
  return { store: isThere ? kept : null, stores: stores ?? [], choose: (store: string | null) => choose(store ?? '') }
}
