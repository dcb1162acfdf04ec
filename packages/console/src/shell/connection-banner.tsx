import { Alert } from '@mantine/core'
import { isApiError } from '@open-oms/client/errors'
import { onlineManager, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { liveState } from '../session/live-state.ts'

/**
 * Says that what is shown may be old, as long as the gateway cannot be reached. The pages ask again
 * automatically.
 */
export function ConnectionBanner() {
  const t = useTranslations('shell')
  const cache = useQueryClient().getQueryCache()
  const isLost = useSyncExternalStore(
    (listener) => cache.subscribe(listener),
    () =>
      !onlineManager.isOnline() ||
      cache.getAll().some(({ state }) => state.fetchFailureCount > 0 && !isApiError(state.fetchFailureReason)),
  )
  const isAway = useSyncExternalStore(liveState.listen, () => liveState.get() === 'away')
  return (
    <div role="status">
      {isLost || isAway ? (
        <Alert color="orange" variant="outline" m="md" title={t('connectionLost.title')}>
          {t('connectionLost.text')}
        </Alert>
      ) : null}
    </div>
  )
}
