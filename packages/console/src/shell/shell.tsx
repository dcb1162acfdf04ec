import './shell.css'
import { Alert, Burger, Button, Kbd } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { spotlight } from '@mantine/spotlight'
import { isApiError } from '@open-oms/client/errors'
import { IconChevronDown, IconSearch, IconUser } from '@tabler/icons-react'
import { onlineManager, useQueryClient } from '@tanstack/react-query'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { useConfiguredNames } from '../configuration/use-configured-names.ts'
import { pageReload } from '../loading/page-reload.ts'
import { useShortcuts } from '../preferences/use-shortcuts.ts'
import { liveState } from '../session/live-state.ts'
import { useMay, useUser } from '../session/use-session.ts'
import { MenuButton } from './menu-button.tsx'
import { usePages } from './pages.ts'
import { useWhenIdle } from './use-when-idle.ts'

// Loaded when they are opened, or once nothing else is to do: the first load has a budget.
const loadUserMenu = async () => ({ default: (await import('./user-menu.tsx')).UserMenu })
const UserMenu = lazy(loadUserMenu)
const loadPalette = async () => ({ default: (await import('./command-palette.tsx')).CommandPalette })
const CommandPalette = lazy(loadPalette)
const ShortcutList = lazy(async () => ({ default: (await import('./shortcut-list.tsx')).ShortcutList }))

// Loaded once the first page is there: the first load has a budget.
const HelpLink = lazy(async () => ({ default: (await import('./help-link.tsx')).HelpLink }))
const StoreSwitcher = lazy(async () => ({ default: (await import('./store-switcher.tsx')).StoreSwitcher }))
const NotificationBell = lazy(async () => ({
  default: (await import('../staff-notifications/notification-bell.tsx')).NotificationBell,
}))

/** The frame of every page: navigation, search, help, and who is signed in. */
export function Shell() {
  const t = useTranslations('shell')
  const may = useMay()
  const [isOpen, { toggle, close }] = useDisclosure()
  const [hasPalette, setPalette] = useState(false)
  const [areShortcutsOpen, shortcuts] = useDisclosure()
  const { areOn } = useShortcuts()
  const search = () => {
    setPalette(true)
    spotlight.open()
  }
  useWhenIdle(loadPalette)
  // In fields too: whoever types something wants to get away from there.
  useHotkeys([['mod+K', search]], [])
  useHotkeys(areOn ? [['shift+?', shortcuts.open]] : [])
  return (
    <>
      <a className="skip-link" href="#content">
        {t('skip')}
      </a>
      <header className="shell-header">
        <Burger
          opened={isOpen}
          onClick={toggle}
          className="shell-burger"
          size="sm"
          aria-label={t('navigation')}
          aria-expanded={isOpen}
        />
        <ShopName />
        <Suspense>
          <StoreSwitcher visibleFrom="sm" />
        </Suspense>
        <div className="shell-tools">
          <SearchButton onClick={search} />
          {may('readOrders') ? (
            <Suspense>
              <NotificationBell />
            </Suspense>
          ) : null}
          <Suspense>
            <HelpLink />
          </Suspense>
          <UserMenuPlace onShortcuts={shortcuts.open} />
        </div>
      </header>
      <nav className="shell-navigation" data-open={isOpen} aria-label={t('navigation')}>
        <Suspense>
          <StoreSwitcher hiddenFrom="sm" mb="xs" />
        </Suspense>
        <Navigation onChosen={close} />
      </nav>
      <main className="shell-main" id="content" tabIndex={-1}>
        <ConnectionBanner />
        <ReloadBanner />
        <Outlet />
      </main>
      <Suspense>
        {hasPalette ? <CommandPalette /> : null}
        {areShortcutsOpen ? <ShortcutList onClose={shortcuts.close} /> : null}
      </Suspense>
    </>
  )
}

/** Whose shop it is, and the way home. */
function ShopName() {
  const t = useTranslations('shell')
  const names = useConfiguredNames()
  const [store, ...others] = names?.stores ?? []
  const name = others.length === 0 && store !== undefined ? store.name : names?.shopName
  return (
    <Link to="/" className="shell-shop cut">
      {name ?? t('home')}
    </Link>
  )
}

function SearchButton({ onClick }: { onClick: () => void }) {
  const t = useTranslations('shell')
  return (
    <>
      <Button
        variant="default"
        size="xs"
        onClick={onClick}
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={<Kbd size="xs">{isMac() ? '⌘K' : 'Ctrl K'}</Kbd>}
        visibleFrom="sm"
      >
        {t('goTo')}
      </Button>
      <Button variant="default" size="xs" px="xs" onClick={onClick} aria-label={t('goTo')} hiddenFrom="sm">
        <IconSearch size={16} aria-hidden />
      </Button>
    </>
  )
}

function UserMenuPlace({ onShortcuts }: { onShortcuts: () => void }) {
  const { displayName } = useUser()
  return (
    <MenuButton
      load={loadUserMenu}
      button={
        <Button
          className="shell-user"
          variant="subtle"
          color="gray"
          size="xs"
          rightSection={<IconChevronDown size={14} aria-hidden />}
          maw={160}
          aria-label={displayName}
        >
          <span className="cut mantine-visible-from-sm">{displayName}</span>
          <IconUser size={18} aria-hidden className="mantine-hidden-from-sm" />
        </Button>
      }
    >
      {(target) => <UserMenu target={target} onShortcuts={onShortcuts} />}
    </MenuButton>
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
        <Link
          key={to}
          to={to}
          className="shell-page"
          data-here={isHere}
          aria-current={isHere ? 'page' : undefined}
          onClick={onChosen}
        >
          <Icon size={18} aria-hidden />
          {t(name)}
        </Link>
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

/** Says that the page has to be loaded again, which waits until a person has saved their work. */
function ReloadBanner() {
  const t = useTranslations('shell.reload')
  const isDue = useSyncExternalStore(pageReload.listen, pageReload.isDue)
  return (
    <div role="status">
      {isDue ? (
        <Alert color="blue" variant="outline" m="md" title={t('title')}>
          <p>{t('text')}</p>
          <Button size="xs" variant="default" onClick={() => globalThis.location.reload()}>
            {t('now')}
          </Button>
        </Alert>
      ) : null}
    </div>
  )
}
