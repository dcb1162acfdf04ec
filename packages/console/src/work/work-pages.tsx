import { useTranslations } from 'use-intl'
import { useMayChangeOrders, useMayRunAllStores } from '../session/use-session.ts'
import { PageLinks } from '../shell/page-links.tsx'

const pages = { runs: '/work', deliveries: '/work/deliveries', deadLetters: '/work/dead-letters' } as const
type Name = keyof typeof pages

/** The way from one page of work to another, for who may see more than one. */
export function WorkPages({ page }: { page: Name }) {
  const t = useTranslations('work')
  const mayChange = useMayChangeOrders()
  const mayRunAllStores = useMayRunAllStores()
  if (!mayChange) return null
  const names = (Object.keys(pages) as Name[]).filter((name) => name !== 'deadLetters' || mayRunAllStores)
  return (
    <PageLinks
      title={t('title')}
      pages={names.map((name) => ({ name: t(`pages.${name}`), to: pages[name], isHere: name === page }))}
    />
  )
}
