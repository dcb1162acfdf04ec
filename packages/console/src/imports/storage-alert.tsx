import { Alert, Text } from '@mantine/core'
import { useTranslations } from 'use-intl'

/**
 * Says that the browser keeps nothing: an import could not go on after an interruption, and would
 * have no report.
 */
export function StorageAlert({ error }: { error: Error }) {
  const t = useTranslations('imports.storage')
  return (
    <Alert color="red" variant="outline" role="alert" title={t('title')}>
      <Text size="sm">{t('text')}</Text>
      <Text size="sm" c="dimmed" className="note-text">
        {error.message}
      </Text>
    </Alert>
  )
}
