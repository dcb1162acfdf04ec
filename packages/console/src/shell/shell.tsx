import { AppShell, Burger, Button, Group, Kbd, NavLink, Text, UnstyledButton } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { spotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { ConnectionBanner } from './connection-banner.tsx'
import { usePages } from './pages.ts'
import { UserMenu } from './user-menu.tsx'

// Loaded once the first page is there: the first load has a budget.
const CommandPalette = lazy(async () => ({ default: (await import('./command-palette.tsx')).CommandPalette }))

/** The frame of every page: navigation, search, and who is signed in. */
export function Shell() {
  const t = useTranslations('shell')
  const [isOpen, { toggle, close }] = useDisclosure()
  // In fields too: whoever types something wants to get away from there.
  useHotkeys([['mod+K', spotlight.open]], [])
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
              <UnstyledButton component={Link} to="/" fw={650} className="cut" visibleFrom="sm">
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
      <Suspense>
        <CommandPalette />
      </Suspense>
    </>
  )
}

function Navigation({ onChosen }: { onChosen: () => void }) {
  const t = useTranslations('shell')
  const { pathname } = useLocation()
  return usePages()
    .filter((page) => 'Icon' in page)
    .map(({ to, name, Icon }) => {
      const isHere = to === '/' ? pathname === to : pathname.startsWith(to)
      return (
        <NavLink
          key={to}
          component={Link}
          to={to}
          label={<Text size="sm">{t(name)}</Text>}
          leftSection={<Icon size={18} aria-hidden />}
          active={isHere}
          aria-current={isHere ? 'page' : undefined}
          onClick={onChosen}
        />
      )
    })
}

function isMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent)
}
