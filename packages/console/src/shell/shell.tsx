import { AppShell, Burger, Button, Group, Kbd, NavLink, Text, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { spotlight } from '@mantine/spotlight'
import { IconBuildingWarehouse, IconPackage, IconSearch } from '@tabler/icons-react'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { CommandPalette } from './command-palette.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import { UserMenu } from './user-menu.tsx'

/** The frame of every page: navigation, search, and who is signed in. */
export function Shell() {
  const t = useTranslations('shell')
  const [isOpen, { toggle, close }] = useDisclosure()
  return (
    <>
      <a className="skip-link" href="#content">
        {t('skip')}
      </a>
      <AppShell header={{ height: 52 }} navbar={{ width: 200, breakpoint: 'sm', collapsed: { mobile: !isOpen } }} padding={0}>
        <AppShell.Header>
          <Group h="100%" px="md" justify="space-between" wrap="nowrap">
            <Group gap="sm" wrap="nowrap">
              <Burger
                opened={isOpen}
                onClick={toggle}
                hiddenFrom="sm"
                size="sm"
                aria-label={t('navigation')}
                aria-expanded={isOpen}
              />
              <UnstyledButton component={Link} to="/orders" fw={650} className="cut">
                {t('product')}
              </UnstyledButton>
            </Group>
            <Group gap="xs" wrap="nowrap">
              <Button
                variant="default"
                size="xs"
                onClick={spotlight.open}
                leftSection={<IconSearch size={16} aria-hidden />}
                rightSection={<Kbd size="xs">{isMac() ? '⌘K' : 'Ctrl K'}</Kbd>}
                visibleFrom="sm"
              >
                {t('goTo')}
              </Button>
              <Button variant="default" size="xs" px="xs" onClick={spotlight.open} aria-label={t('goTo')} hiddenFrom="sm">
                <IconSearch size={16} aria-hidden />
              </Button>
              <UserMenu />
            </Group>
          </Group>
        </AppShell.Header>
        <AppShell.Navbar p="xs" aria-label={t('navigation')}>
          <Navigation onChosen={close} />
        </AppShell.Navbar>
        <AppShell.Main id="content" tabIndex={-1}>
          <ConnectionBanner />
          <Outlet />
        </AppShell.Main>
      </AppShell>
      <CommandPalette />
    </>
  )
}

const places = [
  { to: '/orders', text: 'orders', Icon: IconPackage },
  { to: '/stock', text: 'stock', Icon: IconBuildingWarehouse },
] as const

function Navigation({ onChosen }: { onChosen: () => void }) {
  const t = useTranslations('shell')
  const { pathname } = useLocation()
  return places.map(({ to, text, Icon }) => (
    <NavLink
      key={to}
      component={Link}
      to={to}
      label={<Text size="sm">{t(text)}</Text>}
      leftSection={<Icon size={18} aria-hidden />}
      active={pathname.startsWith(to)}
      aria-current={pathname.startsWith(to) ? 'page' : undefined}
      onClick={onChosen}
    />
  ))
}

function isMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent)
}
