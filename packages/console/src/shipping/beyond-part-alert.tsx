import { Alert, Button, Checkbox, Stack, Text } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useFormat } from '../display/use-format.ts'
import type { BeyondPart } from './beyond-part.ts'

type AlertProps = {
  beyond: BeyondPart
  currency: string | null
  isMeant: boolean
  onMeant: (isMeant: boolean) => void
  /** Puts the part into a shipment of its own; null: that cannot be done. */
  onApart: (() => void) | null
}

/**
 * Compares what is delivered with what would be captured and count as gone, and asks whether that
 * is meant.
 */
export function BeyondPartAlert({ beyond, currency, isMeant, onMeant, onApart }: AlertProps) {
  const t = useTranslations('shipping.beyond')
  const format = useFormat()
  const { shipmentId: shipment, delivered, alsoGone, worth, captured } = beyond
  const units = format.quantity(delivered)
  return (
    <Alert color="red" variant="outline" role="alert" title={t('title')}>
      <Stack gap="xs">
        <Text size="sm">
          {t('part', { units, worth: format.money(worth, currency), captured: format.money(captured, currency) })}
        </Text>
        {alsoGone === 0 ? null : (
          <Text size="sm">{t('alsoGone', { shipment, count: alsoGone, units: format.quantity(alsoGone) })}</Text>
        )}
        {onApart === null ? null : (
          <Button size="xs" variant="default" onClick={onApart} style={{ alignSelf: 'flex-start' }}>
            {t('apart')}
          </Button>
        )}
        <Checkbox label={t('meant')} checked={isMeant} onChange={({ currentTarget }) => onMeant(currentTarget.checked)} />
      </Stack>
    </Alert>
  )
}
