import { useMemo } from 'react'
import { RETURN_TYPE } from '../configuration/status-meaning.ts'
import { useConfiguredNames } from '../configuration/use-configured-names.ts'
import { type DeskStatuses, deskStatuses } from './desk-view.ts'

/** The statuses of return forms and what they mean at the desk; undefined before they are known. */
export function useDeskStatuses(): (DeskStatuses & { all: readonly string[] }) | undefined {
  const orderTypes = useConfiguredNames()?.orderTypes
  return useMemo(() => {
    if (orderTypes === undefined) return undefined
    const type = orderTypes.find(({ name }) => name === RETURN_TYPE)
    return { ...deskStatuses(type), all: type?.statuses.map(({ name }) => name) ?? [] }
  }, [orderTypes])
}
