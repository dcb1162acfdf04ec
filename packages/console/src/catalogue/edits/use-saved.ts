import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'

/**
 * What follows upon a write of the catalogue: it is shown as it is now, and the person reads that
 * it is saved.
 */
export function useSaved(onDone: () => void): () => void {
  const t = useTranslations('catalogue.edit')
  const queries = useQueryClient()
  return () => {
    void queries.invalidateQueries({ queryKey: ['catalogue'] })
    notifications.show({ color: 'green', message: t('saved'), closeButtonProps: { 'aria-label': t('close') } })
    onDone()
  }
}
