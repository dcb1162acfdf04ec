import { useMantineColorScheme } from '@mantine/core'
import { Spotlight, type SpotlightActionData } from '@mantine/spotlight'
import {
  IconBell,
  IconCertificate,
  IconFileImport,
  IconLanguage,
  IconMoon,
  IconPackage,
  IconPencil,
  IconPlayerPlay,
  IconPlus,
  IconReceiptRefund,
  IconSearch,
  IconUsers,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useStatusNames } from '../configuration/use-status-names.ts'
import { AreaTexts } from '../preferences/area-texts.tsx'
import { useLanguage } from '../preferences/preferences.tsx'
import { gateway } from '../session/gateway.ts'
import { useMay } from '../session/use-session.ts'
import { paletteEn } from '../texts/en/palette.ts'
import { paletteNb } from '../texts/nb/palette.ts'
import { useOfferedActions } from './offered-in-palette.ts'
import { usePages } from './pages.ts'

const texts = { en: { palette: paletteEn }, nb: { palette: paletteNb } } as const
const ORDERS_SHOWN = 6

/** Of the pages that the navigation does not have. */
const icons = {
  drafts: IconPencil,
  imports: IconFileImport,
  refundRequests: IconReceiptRefund,
  notifications: IconBell,
  marks: IconCertificate,
  businessCustomers: IconUsers,
  newProduct: IconPlus,
} as const

/** Goes to an order, to a page, or does what a page does, from the keyboard. */
export function CommandPalette() {
  return (
    <AreaTexts texts={texts}>
      <Palette />
    </AreaTexts>
  )
}

function Palette() {
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

/**
 * Orders come later than the text, so the component has selected none of them; the first one is
 * meant.
 */
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
  const pages = usePages()
  const all: SpotlightActionData[] = [
    ...pages.map((page) => {
      const Icon = 'Icon' in page ? page.Icon : icons[page.name]
      return {
        id: page.to,
        label: t(`pages.${page.name}`),
        leftSection: <Icon size={18} aria-hidden />,
        onClick: () => void navigate({ to: page.to }),
      }
    }),
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

function useFoundOrders(text: string): SpotlightActionData[] {
  const navigate = useNavigate()
  const nameOf = useStatusNames()
  const searched = useMay()('seeCustomers') ? 'searchText' : 'orderNumber'
  const { data } = useQuery({
    queryKey: ['orders', 'palette', searched, text],
    queryFn: ({ signal }) =>
      gateway.post('/api/Orders/SearchSummaries', {
        signal,
        body: { [searched]: text, take: ORDERS_SHOWN, disableFacets: true },
      }),
    enabled: text.length >= 2,
    placeholderData: (before) => before,
  })
  if (text.length < 2) return []
  return (data?.result ?? []).map(({ id, orderNumber, customerName, orderType, status }) => ({
    id: `order-${id}`,
    label: orderNumber ?? id,
    description: [customerName, nameOf(status, orderType)].filter((part) => part !== null && part !== undefined).join(' · '),
    leftSection: <IconPackage size={18} aria-hidden />,
    onClick: () => void navigate({ to: '/orders/$orderId', params: { orderId: id } }),
  }))
}
