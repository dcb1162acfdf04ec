import { useTranslations } from 'use-intl'
import { useUser } from '../session/use-session.ts'
import { TextLink } from '../shell/text-link.tsx'

/**
 * The way from an order to the postings that it contributed to, for people who may see the ledger.
 */
export function OrderPostingsLink({ orderId }: { orderId: string }) {
  const t = useTranslations('order')
  if (!useUser().roles.includes('AccountingRead')) return null
  return (
    <TextLink to="/money" search={{ order: orderId }}>
      {t('postings')}
    </TextLink>
  )
}
