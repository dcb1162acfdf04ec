import { Button, Menu, Stack, Switch, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconChevronDown, IconLogout } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { PreferenceMenus } from '../preferences/preference-menus.tsx'
import { useShortcuts } from '../preferences/use-shortcuts.ts'
import { signOut } from '../session/session.ts'
import { useForgetSession, useUser } from '../session/use-session.ts'

/** Who is signed in, what they may see, language and theme, and the way out. */
export function UserMenu() {
  const t = useTranslations('shell')
  const preferences = useTranslations('preferences')
  const { areOn, setOn } = useShortcuts()
  const user = useUser()
  const forget = useForgetSession()
  const leaving = useMutation({
    mutationFn: signOut,
    onSuccess: forget,
    onError: (error) => notifications.show({ color: 'red', title: t('signOutFailed'), message: error.message }),
  })
  return (
    <Menu position="bottom-end" width={260} closeOnItemClick={false}>
      <Menu.Target>
        <Button variant="subtle" color="gray" size="xs" rightSection={<IconChevronDown size={14} aria-hidden />} maw={160}>
          {user.displayName}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Stack gap="sm" p="xs">
          <div>
            <Text size="sm" fw={600}>
              {user.displayName}
            </Text>
            <Text size="xs" c="dimmed">
              {user.userName} · {user.storeIds.length === 0 ? t('allStores') : user.storeIds.join(', ')}
            </Text>
          </div>
          <PreferenceMenus />
          <Switch
            label={preferences('shortcuts')}
            checked={areOn}
            onChange={({ currentTarget }) => setOn(currentTarget.checked)}
          />
        </Stack>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => leaving.mutate()}>
          {t('signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
