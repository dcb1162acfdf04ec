import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useLocale } from 'use-intl'
import { useMay } from '../session/use-session.ts'
import { namesQuery } from './names-query.ts'
import { type Names, namesIn } from './status-names.ts'

/** Stores, order types and statuses, with the names of statuses in the language of the person. */
export function useNames() {
  return useQuery({ ...namesQuery, select: useNamesInLanguage() })
}

/**
 * The same; undefined before they are known, and for who may not read orders.
 */
export function useConfiguredNames() {
  const mayRead = useMay()('readOrders')
  return useQuery({ ...namesQuery, enabled: mayRead, select: useNamesInLanguage() }).data
}

function useNamesInLanguage() {
  const language = useLocale()
  return useCallback(<T extends Names>(names: T) => namesIn(language, names), [language])
}
