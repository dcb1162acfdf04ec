import { useLocale } from 'use-intl'
import { useConfiguredNames } from './use-configured-names.ts'

/** Names a reason as the person reads it; one that is not configured is its code. */
export function useHoldReasons(): (reasonCode: string) => string {
  const isNorwegian = useLocale().startsWith('nb')
  const reasons = useConfiguredNames()?.holdReasons
  return (reasonCode) => {
    const reason = reasons?.find(({ code }) => code === reasonCode)
    return reason === undefined ? reasonCode : isNorwegian ? reason.nb : reason.en
  }
}
