import { Menu, Stack, Switch, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconBook, IconKeyboard, IconLogout, IconUserShield } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useStoreNames } from '../configuration/use-store-names.ts'
import { AreaTexts } from '../preferences/area-texts.tsx'
import { PreferenceMenus } from '../preferences/preference-menus.tsx'
import { useShortcuts } from '../preferences/use-shortcuts.ts'
import { signOut } from '../session/session.ts'
import { useForgetSession, useUser } from '../session/use-session.ts'
import { accountEn } from '../texts/en/account.ts'
import { accountNb } from '../texts/nb/account.ts'
import { ALL_GUIDES } from './help.ts'
import { OpenedMenu } from './opened-menu.tsx'
import { isTextUnsaved } from './typed-text.ts'

const texts = { en: { account: accountEn }, nb: { account: accountNb } } as const

/** Who is signed in, what they may see, language and theme, help, and the way out. */
export function UserMenu({ target, onShortcuts }: { target: ReactElement; onShortcuts: () => void }) {
  const t = useTranslations('shell')
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
    <OpenedMenu target={target} position="bottom-end" width={260} closeOnItemClick={false}>
      <PersonalChoices />
      <Menu.Divider />
      <Menu.Item leftSection={<IconUserShield size={16} aria-hidden />} component={Link} to="/account" closeMenuOnClick>
        <AreaTexts texts={texts}>
          <AccountName />
        </AreaTexts>
      </Menu.Item>
      <Menu.Item leftSection={<IconKeyboard size={16} aria-hidden />} onClick={onShortcuts} closeMenuOnClick>
        {t('shortcutList')}
      </Menu.Item>
      <Menu.Item leftSection={<IconBook size={16} aria-hidden />} component="a" href={ALL_GUIDES} target="_blank">
        {t('guides')}
      </Menu.Item>
      {isAsking ? (
        <>
          <Menu.Label role="alert">{t('discard.title')}</Menu.Label>
          <Menu.Item onClick={() => setAsking(false)}>{t('discard.stay')}</Menu.Item>
        </>
      ) : null}
      <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={leave}>
        {t(isAsking ? 'discard.signOut' : 'signOut')}
      </Menu.Item>
      <Text size="xs" c="dimmed" px="xs" pt="xs">
        {t('product')}
      </Text>
    </OpenedMenu>
  )
}

function AccountName() {
  return useTranslations('account')('title')
}

function PersonalChoices() {
  const t = useTranslations('shell')
  const preferences = useTranslations('preferences')
  const { areOn, setOn } = useShortcuts()
  const { displayName, userName, storeIds } = useUser()
  const storeName = useStoreNames()
  return (
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
  )
}
