import { NativeSelect } from '@mantine/core'
import { useTranslations } from 'use-intl'
import type { StatusChoice } from './use-status-choice.ts'

/**
 * The status that the shipment gets, whose steps run for it; `text` says which goods that is about.
 */
export function StatusField({ choice, text }: { choice: StatusChoice; text: 'goods' | 'left' }) {
  const t = useTranslations('shipping.status')
  return (
    <NativeSelect
      label={t('label')}
      description={t(text)}
      value={choice.status}
      disabled={choice.isPending}
      onChange={({ currentTarget }) => choice.choose(currentTarget.value)}
      data={[{ value: '', label: t('choose') }, ...choice.choices]}
    />
  )
}
