import { Menu, Stack, Switch, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconLogout } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useStoreNames } from '../configuration/use-store-names.ts'
import { PreferenceMenus } from '../preferences/preference-menus.tsx'
import { useShortcuts } from '../preferences/use-shortcuts.ts'
import { signOut } from '../session/session.ts'
import { useForgetSession, useUser } from '../session/use-session.ts'
import { isTextUnsaved } from './typed-text.ts'

/** What the menu of the person who is signed in has. */
export function UserMenuContent() {
  const t = useTranslations('shell')
  const preferences = useTranslations('preferences')
  const { areOn, setOn } = useShortcuts()
  const { displayName, userName, storeIds } = useUser()
  const storeName = useStoreNames()
  const forget = useForgetSession()
  const leaving = useMutation({
    mutationFn: signOut,
    onSuccess: (next) => (next === null ? forget() : globalThis.location.assign(next)),
    onError: (error) => notifications.show({ color: 'red', title: t('signOutFailed'), message: error.message }),
  })
  const [isAsking, setAsking] = useState(false)
  const leave = () => {
    if (isAsking || !isTextUnsaved()) leaving.mutate()
    else setAsking(true)
  }
  return (
    <>
      <Stack gap="sm" p="xs">
        <div>
          <Text size="sm" fw={600}>
            {displayName}
          </Text>
          <Text size="xs" c="dimmed">
            {userName} · {storeIds.length === 0 ? t('allStores') : storeIds.map(storeName).join(', ')}
          </Text>
        </div>
        <PreferenceMenus />
        <Switch label={preferences('shortcuts')} checked={areOn} onChange={({ currentTarget }) => setOn(currentTarget.checked)} />
      </Stack>
      <Menu.Divider />
      {isAsking ? (
        <>
          <Menu.Label role="alert">{t('discard.title')}</Menu.Label>
          <Menu.Item onClick={() => setAsking(false)}>{t('discard.stay')}</Menu.Item>
        </>
      ) : null}
      <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={leave}>
        {t(isAsking ? 'discard.signOut' : 'signOut')}
      </Menu.Item>
    </>
  )
}
