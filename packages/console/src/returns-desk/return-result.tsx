import { Stack, Text } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useOrderCurrency } from '../configuration/use-order-currency.ts'
import { useFormat } from '../display/use-format.ts'
import { refundDue } from '../returns/return-amounts.ts'
import { ReturnOutcome } from '../returns/return-list.tsx'
import { ReturnsTexts } from '../returns/returns-texts.tsx'
import { Section } from '../shell/section.tsx'
import type { ReturnAtDesk } from './use-return-step.ts'

/** What has become of a return that nothing more is done with. */
export function ReturnResult({ order, form, isRejected }: ReturnAtDesk & { isRejected: boolean }) {
  const t = useTranslations('returnsDesk.done')
  const format = useFormat()
  const currency = useOrderCurrency()(order)
  const due = isRejected ? 0 : refundDue(order, form, currency)
  return (
    <Section title={t('title')}>
      <Stack gap="xs">
        <ReturnsTexts>
          <ReturnOutcome {...{ form, currency, isCanceled: isRejected }} />
        </ReturnsTexts>
        {due > 0 ? (
          <Text size="sm" fw={600} role="status">
            {t('open', { amount: format.money(due, currency) })} {t('toOrder')}
          </Text>
        ) : null}
      </Stack>
    </Section>
  )
}
