import { useTranslations } from 'use-intl'
import { useMay } from '../session/use-session.ts'
import { TextLink } from '../shell/text-link.tsx'

/**
 * The way from an order to the postings that it contributed to, for people who may see the ledger.
 */
export function OrderPostingsLink({ orderId }: { orderId: string }) {
  const t = useTranslations('order')
  if (!useMay()('readLedger')) return null
  return (
    <TextLink to="/money" search={{ order: orderId }}>
      {t('postings')}
    </TextLink>
  )
}
