import { useMantineColorScheme } from '@mantine/core'
import { Spotlight, type SpotlightActionData } from '@mantine/spotlight'
import {
  IconBuildingWarehouse,
  IconCertificate,
  IconCoins,
  IconFileImport,
  IconHome,
  IconLanguage,
  IconList,
  IconListCheck,
  IconMoon,
  IconPackage,
  IconPlayerPlay,
  IconPlus,
  IconSearch,
  IconSettings,
  IconTags,
  IconUsers,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useStatusNames } from '../configuration/use-status-names.ts'
import { useLanguage } from '../preferences/preferences.tsx'
import { gateway } from '../session/gateway.ts'
import { useHasRole, useMayRunAllStores } from '../session/use-session.ts'
import { useOfferedActions } from './offered-in-palette.ts'

const ORDERS_SHOWN = 6

/** Where the palette leads, with the roles of which it takes one to see what is there; null: that of the configuration. */
const pages = [
  { to: '/', text: 'toHome', Icon: IconHome, role: 'OrderRead' },
  { to: '/orders', text: 'toOrders', Icon: IconList, role: 'OrderRead' },
  { to: '/work', text: 'toWork', Icon: IconListCheck, role: 'OrderRead' },
  { to: '/work/imports', text: 'toImports', Icon: IconFileImport, role: ['OrderAdmin', 'ProductAdmin'] },
  { to: '/stock', text: 'toStock', Icon: IconBuildingWarehouse, role: 'OrderRead' },
  { to: '/catalogue', text: 'toCatalogue', Icon: IconTags, role: 'ProductRead' },
  { to: '/catalogue/marks', text: 'toMarks', Icon: IconCertificate, role: 'ProductRead' },
  { to: '/catalogue/business-customers', text: 'toBusinessCustomers', Icon: IconUsers, role: 'ProductRead' },
  { to: '/catalogue/new-product', text: 'createProduct', Icon: IconPlus, role: 'ProductAdmin' },
  { to: '/money', text: 'toMoney', Icon: IconCoins, role: 'AccountingRead' },
  { to: '/configuration', text: 'toConfiguration', Icon: IconSettings, role: null },
] as const

/** Goes to an order, to a page, or does what a page does, from the keyboard. */
export function CommandPalette() {
  const t = useTranslations('palette')
  const [query, setQuery] = useState('')
  const orders = useFoundOrders(query.trim())
  const actions = useActions(query.trim())
  const here = useActionsOfPage(query.trim())
  return (
    <Spotlight
      actions={[
        { group: t('here'), actions: here },
        { group: t('actions'), actions },
        { group: t('orders'), actions: orders },
      ]}
      query={query}
      onQueryChange={setQuery}
      // The gateway has matched the orders already, by more than their names.
      filter={(_query, groups) => groups}
      // The shell listens, which is there before the palette is.
      shortcut={null}
      nothingFound={t('nothing')}
      searchProps={{
        placeholder: t('placeholder'),
        'aria-label': t('placeholder'),
        leftSection: <IconSearch size={18} aria-hidden />,
        onKeyDown: (event) => {
          if (event.key === 'Enter') openFirst(event.currentTarget)
        },
      }}
      scrollable
      maxHeight={420}
    />
  )
}

/** Orders come later than the text, so the component has selected none of them; the first one is meant. */
function openFirst(search: HTMLElement): void {
  const list = search.closest('[role=dialog]')
  if (list?.querySelector('[data-selected]') === null) list.querySelector<HTMLElement>('.mantine-Spotlight-action')?.click()
}

function useActions(query: string): SpotlightActionData[] {
  const t = useTranslations('palette')
  const navigate = useNavigate()
  const { language, choose } = useLanguage()
  const { setColorScheme } = useMantineColorScheme()
  const other = language === 'en' ? 'nb' : 'en'
  const hasRole = useHasRole()
  const mayReadConfiguration = useMayRunAllStores()
  const shown = pages.filter(({ role }) => (role === null ? mayReadConfiguration : [role].flat().some(hasRole)))
  const all: SpotlightActionData[] = [
    ...shown.map(({ to, text, Icon }) => ({
      id: text,
      label: t(text),
      leftSection: <Icon size={18} aria-hidden />,
      onClick: () => void navigate({ to }),
    })),
    ...(['light', 'dark', 'auto'] as const).map((scheme) => ({
      id: scheme,
      label: t(`theme.${scheme}`),
      leftSection: <IconMoon size={18} aria-hidden />,
      onClick: () => setColorScheme(scheme),
    })),
    { id: 'language', label: t('language'), leftSection: <IconLanguage size={18} aria-hidden />, onClick: () => choose(other) },
  ]
  return all.filter(({ label }) => isMeant(label, query))
}

/** What the page that is open offers, such as the actions of its order. */
function useActionsOfPage(query: string): SpotlightActionData[] {
  return useOfferedActions()
    .filter(({ label }) => isMeant(label, query))
    .map(({ label, run }) => ({
      id: `here-${label}`,
      label,
      leftSection: <IconPlayerPlay size={18} aria-hidden />,
      onClick: run,
    }))
}

function isMeant(label: string | undefined, query: string): boolean {
  const words = query.toLowerCase().split(/\s+/)
  return words.every((word) => label?.toLowerCase().includes(word))
}

function useFoundOrders(searchText: string): SpotlightActionData[] {
  const navigate = useNavigate()
  const nameOf = useStatusNames()
  const { data } = useQuery({
    queryKey: ['orders', 'palette', searchText],
    queryFn: ({ signal }) =>
      gateway.post('/api/Orders/Search', { signal, body: { searchText, take: ORDERS_SHOWN, disableFacets: true } }),
    enabled: searchText.length >= 2,
    placeholderData: (before) => before,
  })
  if (searchText.length < 2) return []
  return (data?.result ?? []).map(({ id, orderNumber, customerName, orderType, status }) => ({
    id: `order-${id}`,
    label: orderNumber ?? id,
    description: [customerName, nameOf(status, orderType)].filter((part) => part !== null).join(' · '),
    leftSection: <IconPackage size={18} aria-hidden />,
    onClick: () => void navigate({ to: '/orders/$orderId', params: { orderId: id } }),
  }))
}
