import { useTranslations } from 'use-intl'
import { useHasRole, useMayRunAllStores } from '../session/use-session.ts'
import { PageLinks } from '../shell/page-links.tsx'

const pages = {
  runs: '/work',
  deliveries: '/work/deliveries',
  deadLetters: '/work/dead-letters',
  imports: '/work/imports',
} as const
type Name = keyof typeof pages

/** The way from one page of work to another, for who may see more than one. */
export function WorkPages({ page }: { page: Name }) {
  const t = useTranslations('work')
  const hasRole = useHasRole()
  const mayRunAllStores = useMayRunAllStores()
  const isOffered: Readonly<Record<Name, boolean>> = {
    runs: hasRole('OrderRead'),
    deliveries: hasRole('OrderAdmin'),
    deadLetters: mayRunAllStores,
    imports: hasRole('OrderAdmin') || hasRole('ProductAdmin'),
  }
  const names = (Object.keys(pages) as Name[]).filter((name) => isOffered[name])
  if (names.length < 2) return null
  return (
    <PageLinks
      title={t('title')}
      pages={names.map((name) => ({ name: t(`pages.${name}`), to: pages[name], isHere: name === page }))}
    />
  )
}
