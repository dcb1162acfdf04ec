import { Alert, Checkbox, Stack, Text } from '@mantine/core'
import { useTranslations } from 'use-intl'

type RiskProps = {
  /** Why it is better not done, a sentence each. */
  risks: readonly string[]
  isAgreed: boolean
  onAgree: (isAgreed: boolean) => void
}

/** Asks once more before goods leave that are not paid, held or not there. */
export function RiskAlert({ risks, isAgreed, onAgree }: RiskProps) {
  const t = useTranslations('order.risk')
  if (risks.length === 0) return null
  return (
    <Alert color="red" variant="outline" role="alert" title={t('title')}>
      <Stack gap="xs">
        {risks.map((risk) => (
          <Text size="sm" key={risk}>
            {risk}
          </Text>
        ))}
        <Checkbox label={t('agree')} checked={isAgreed} onChange={({ currentTarget }) => onAgree(currentTarget.checked)} />
      </Stack>
    </Alert>
  )
}
