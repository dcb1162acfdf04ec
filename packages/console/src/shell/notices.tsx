import { MantineThemeProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { useTranslations } from 'use-intl'

/**
 * The notices in the corner of the page. The button that closes one is only a cross: it has its
 * name from here, whoever shows the notice.
 */
export function Notices() {
  const t = useTranslations('shell')
  const Notification = { defaultProps: { closeButtonProps: { 'aria-label': t('closeNotice') } } }
  return (
    <MantineThemeProvider theme={{ components: { Notification } }}>
      <Notifications position="bottom-right" />
    </MantineThemeProvider>
  )
}
