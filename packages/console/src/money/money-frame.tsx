import { Group, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useTitle } from '../display/use-title.ts'
import { PageLinks } from '../shell/page-links.tsx'

const pages = {
  day: '/money',
  trialBalance: '/money/trial-balance',
  zReports: '/money/z-reports',
} as const

type FrameProps = { page: keyof typeof pages; actions?: ReactNode; children: ReactNode }

/**
 * What the pages about money have in common: title, the way from one to another, and room for what
 * is done on the page.
 */
export function MoneyFrame({ page, actions, children }: FrameProps) {
  const t = useTranslations('money')
  useTitle(`${t(`pages.${page}`)} · ${t('title')}`)
  return (
    <Stack p="md" gap="md">
      <Group justify="space-between">
        <Title order={1} size="h3">
          {t('title')}
        </Title>
        {actions}
      </Group>
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
