import { Text } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../display/use-format.ts'
import { TextLink } from '../../shell/text-link.tsx'
import { freeUnits, type Level } from './free-units.ts'

/**
 * The free units of one SKU, or of several together, leading to their levels. `levels`: null while
 * they are not known.
 */
export function FreeStock({ skuIds, levels }: { skuIds: readonly string[]; levels: readonly Level[] | null }) {
  const t = useTranslations('catalogue.stock')
  const format = useFormat()
  const [first, ...others] = skuIds
  if (levels === null || first === undefined) return <Text size="sm">–</Text>
  const units = freeUnits(skuIds, levels)
  if (units === null) {
    return (
      <Text size="xs" c="dimmed">
        {t('none')}
      </Text>
    )
  }
  const shown = format.quantity(units)
  if (others.length > 0) {
    return (
      <Text size="sm">
        {shown}{' '}
        <Text span size="xs" c="dimmed">
          {t('ofVariants', { count: skuIds.length })}
        </Text>
      </Text>
    )
  }
  return (
    <TextLink to="/stock" search={{ text: first }} aria-label={t('levels', { units: shown, sku: first })}>
      {shown}
    </TextLink>
  )
}
