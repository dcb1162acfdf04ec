import { ActionIcon } from '@mantine/core'
import { IconHelp } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { helpAddress } from './help.ts'

/** Leads to what the documentation says about the page that is open. */
export function HelpLink() {
  const t = useTranslations('shell')
  const { pathname } = useLocation()
  return (
    <ActionIcon
      component="a"
      href={helpAddress(pathname)}
      target="_blank"
      variant="subtle"
      color="gray"
      size={30}
      visibleFrom="sm"
      aria-label={t('help')}
      title={t('help')}
    >
      <IconHelp size={18} aria-hidden />
    </ActionIcon>
  )
}
