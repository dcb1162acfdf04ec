import { Button, Group } from '@mantine/core'
import type { Order } from '@open-oms/client/types'
import { IconChevronDown } from '@tabler/icons-react'
import { lazy } from 'react'
import { useTranslations } from 'use-intl'
import { MenuButton } from '../shell/menu-button.tsx'
import { useOfferInPalette } from '../shell/offered-in-palette.ts'
import { failedPayment } from './next-step.ts'
import { useOrderDialogs } from './order-dialogs.tsx'
import { useNextStep } from './use-next-step.ts'

const loadMenu = async () => ({ default: (await import('./action-menu.tsx')).ActionMenu })
const ActionMenu = lazy(loadMenu)

/** What a person most likely does with the order as it is, and the menu of all that can be done. */
export function OrderActions({ order }: { order: Order }) {
  const t = useTranslations('order.actions')
  const { open, isOpen } = useOrderDialogs()
  const { offered, primary } = useNextStep(order)
  useOfferInPalette(isOpen ? [] : offered.map(({ name }) => ({ label: t(name), run: () => open(name) })))
  if (offered.length === 0) return null
  return (
    <Group gap="xs">
      {primary === null ? null : (
        <Button size="xs" variant={primary === 'takeBack' ? 'default' : 'filled'} onClick={() => open(primary)}>
          {t(primary === 'retry' && failedPayment(order) ? 'retryPayment' : primary)}
        </Button>
      )}
      <MenuButton
        load={loadMenu}
        button={
          <Button data-opens-actions size="xs" variant="default" rightSection={<IconChevronDown size={14} aria-hidden />}>
            {t('open')}
          </Button>
        }
      >
        {(target) => <ActionMenu offered={offered} target={target} />}
      </MenuButton>
    </Group>
  )
}
