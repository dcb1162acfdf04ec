import { useTranslations } from 'use-intl'
import { useMayChangeOrders } from '../session/use-session.ts'
import { PageLinks } from '../shell/page-links.tsx'

const pages = { runs: '/work', deliveries: '/work/deliveries' } as const

/** The way from one page of work to another, for who may see more than one. */
export function WorkPages({ page }: { page: keyof typeof pages }) {
  const t = useTranslations('work')
  if (!useMayChangeOrders()) return null
  return (
    <PageLinks
      title={t('title')}
      pages={(Object.keys(pages) as (keyof typeof pages)[]).map((name) => ({
        name: t(`pages.${name}`),
        to: pages[name],
        isHere: name === page,
      }))}
    />
  )
}
