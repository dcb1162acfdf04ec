import { SegmentedControl } from '@mantine/core'
import { useTranslations } from 'use-intl'

/** Whether orders have one of the chosen statuses, or none of them. */
export function StatusMode({ isExcluding, onChange }: { isExcluding: boolean; onChange: (isExcluding: boolean) => void }) {
  const t = useTranslations('orders.filters')
  return (
    <SegmentedControl
      size="xs"
      fullWidth
      aria-label={t('statusMode')}
      value={isExcluding ? 'not' : 'is'}
      onChange={(mode) => onChange(mode === 'not')}
      data={[
        { value: 'is', label: t('isOneOf') },
        { value: 'not', label: t('isNoneOf') },
      ]}
    />
  )
}
