import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'

/** Shows more of a list. */
export function MoreButton({ onClick, isLoading = false }: { onClick: () => void; isLoading?: boolean }) {
  const t = useTranslations('catalogue')
  return (
    <Button size="xs" variant="default" mt="sm" loading={isLoading} onClick={onClick}>
      {t('more')}
    </Button>
  )
}
