import { Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useTitle } from '../display/use-title.ts'
import { PageLinks } from '../shell/page-links.tsx'

const pages = {
  products: '/catalogue',
  marks: '/catalogue/marks',
  customers: '/catalogue/business-customers',
} as const

/** What the lists of the catalogue have in common: the title, and the way from one to another. */
export function CatalogueFrame({ page, children }: { page: keyof typeof pages; children: ReactNode }) {
  const t = useTranslations('catalogue')
  useTitle(`${t(`pages.${page}`)} · ${t('title')}`)
  return (
    <Stack p="md" gap="md">
      <Title order={1} size="h3">
        {t('title')}
      </Title>
      <PageLinks
        title={t('title')}
        pages={(Object.keys(pages) as (keyof typeof pages)[]).map((name) => ({
          name: t(`pages.${name}`),
          to: pages[name],
          isHere: name === page,
        }))}
      />
      {children}
    </Stack>
  )
}
