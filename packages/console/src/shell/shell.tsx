import { Alert, AppShell, Burger, Button, Group, Kbd, Menu, NavLink, Text, UnstyledButton } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { spotlight } from '@mantine/spotlight'
import { isApiError } from '@open-oms/client/errors'
import { IconChevronDown, IconSearch } from '@tabler/icons-react'
import { onlineManager, useQueryClient } from '@tanstack/react-query'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { liveState } from '../session/live-state.ts'
import { useHasRole, useUser } from '../session/use-session.ts'
import { usePages } from './pages.ts'

// Loaded when the menu is opened: the first load has a budget.
const UserMenuContent = lazy(async () => ({ default: (await import('./user-menu-content.tsx')).UserMenuContent }))

/** Who is signed in, what they may see, language and theme, and the way out. */
function UserMenu() {
  const { displayName } = useUser()
  return (
    <Menu position="bottom-end" width={260} closeOnItemClick={false}>
      <Menu.Target>
        <Button variant="subtle" color="gray" size="xs" rightSection={<IconChevronDown size={14} aria-hidden />} maw={160}>
          {displayName}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Suspense>
          <UserMenuContent />
        </Suspense>
      </Menu.Dropdown>
    </Menu>
  )
}

// Loaded once the first page is there: the first load has a budget.
const NotificationBell = lazy(async () => ({
  default: (await import('../staff-notifications/notification-bell.tsx')).NotificationBell,
}))

// Loaded once the first page is there: the first load has a budget.
const CommandPalette = lazy(async () => ({ default: (await import('./command-palette.tsx')).CommandPalette }))

/** The frame of every page: navigation, search, and who is signed in. */
export function Shell() {
  const t = useTranslations('shell')
  const hasRole = useHasRole()
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
              {hasRole('OrderRead') ? (
                <Suspense>
                  <NotificationBell />
                </Suspense>
              ) : null}
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

/**
 * Says that what is shown may be old, as long as the gateway cannot be reached. The pages ask again
 * automatically.
 */
function ConnectionBanner() {
  const t = useTranslations('shell')
  const cache = useQueryClient().getQueryCache()
  const isLost = useSyncExternalStore(
    (listener) => cache.subscribe(listener),
    () =>
      !onlineManager.isOnline() ||
      cache.getAll().some(({ state }) => state.fetchFailureCount > 0 && !isApiError(state.fetchFailureReason)),
  )
  const isAway = useSyncExternalStore(liveState.listen, () => liveState.get() === 'away')
  return (
    <div role="status">
      {isLost || isAway ? (
        <Alert color="orange" variant="outline" m="md" title={t('connectionLost.title')}>
          {t('connectionLost.text')}
        </Alert>
      ) : null}
    </div>
  )
}
