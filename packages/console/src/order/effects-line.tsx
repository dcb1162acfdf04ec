import { Text } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useFormat } from '../display/use-format.ts'
import type { Effects } from './dry-run-effects.ts'

/**
 * What pressing the button beside it does with money and messages. Nothing when it does neither.
 */
export function EffectsLine({ effects, currency }: { effects: Effects; currency: string | null }) {
  const t = useTranslations('order.effects')
  const format = useFormat()
  const { captured, refunded, methods, isCustomerTold } = effects
  const money = (amount: number) => ({ amount: format.money(amount, currency), methods: methods.join(', ') })
  const parts = [
    captured === 0 ? null : t('captures', money(captured)),
    refunded === 0 ? null : t('refunds', money(refunded)),
    isCustomerTold ? t('writes') : null,
  ].filter((part) => part !== null)
  if (parts.length === 0) return null
  return (
    <Text size="sm" fw={600} className="figures">
      {parts.join(' · ')}
    </Text>
  )
}
