import { useTranslations } from 'use-intl'
import { useMay } from '../session/use-session.ts'
import { ButtonLink } from '../shell/text-link.tsx'
import { NewOrderTexts } from './new-order-texts.tsx'

/** The link to a new order, for users who may create one. */
export function NewOrderLink() {
  if (!useMay()('changeOrders')) return null
  return (
    <NewOrderTexts>
      <OfferedLink />
    </NewOrderTexts>
  )
}

function OfferedLink() {
  const t = useTranslations('newOrder')
  return (
    <ButtonLink to="/orders/new" variant="default">
      {t('title')}
    </ButtonLink>
  )
}
