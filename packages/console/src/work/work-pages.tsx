import { Group } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useMayChangeOrders } from '../session/use-session.ts'
import { ButtonLink } from '../shell/text-link.tsx'

const pages = { runs: '/work', deliveries: '/work/deliveries' } as const

/** The way from one page of work to another, for who may see more than one. */
export function WorkPages({ page }: { page: keyof typeof pages }) {
  const t = useTranslations('work')
  if (!useMayChangeOrders()) return null
  return (
    <Group component="nav" gap="xs" aria-label={t('title')}>
      {(Object.keys(pages) as (keyof typeof pages)[]).map((name) => (
        <ButtonLink
          key={name}
          to={pages[name]}
          variant={name === page ? 'light' : 'default'}
          aria-current={name === page ? 'page' : undefined}
        >
          {t(`pages.${name}`)}
        </ButtonLink>
      ))}
    </Group>
  )
}
