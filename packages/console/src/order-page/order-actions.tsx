import { Button, Group, Menu } from '@mantine/core'
import type { Order } from '@open-oms/client/types'
import { IconChevronDown } from '@tabler/icons-react'
import { Fragment } from 'react'
import { useTranslations } from 'use-intl'
import { actionGroups, type OrderAction } from '../order/order-action.ts'
import { useOfferInPalette } from '../shell/offered-in-palette.ts'
import { failedPayment } from './next-step.ts'
import { ACTIONS_ID, useOrderDialogs } from './order-dialogs.tsx'
import { useNextStep } from './use-next-step.ts'

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
      <ActionMenu offered={offered} />
    </Group>
  )
}

function ActionMenu({ offered }: { offered: readonly OrderAction[] }) {
  const t = useTranslations('order.actions')
  const { open } = useOrderDialogs()
  const groups = actionGroups.map((group) => ({ group, items: offered.filter((one) => one.group === group) }))
  return (
    <Menu position="bottom-end" width={240} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button id={ACTIONS_ID} size="xs" variant="default" rightSection={<IconChevronDown size={14} aria-hidden />}>
          {t('open')}
        </Button>
      </Menu.Target>
      {/* Longer than a small screen: it scrolls by itself. */}
      <Menu.Dropdown mah="calc(100dvh - 160px)" style={{ overflowY: 'auto' }}>
        {groups
          .filter(({ items }) => items.length > 0)
          .map(({ group, items }) => (
            <Fragment key={group}>
              <Menu.Label c="dimmed">{t(`groups.${group}`)}</Menu.Label>
              {items.map(({ name }) => (
                <Menu.Item key={name} py={6} onClick={() => open(name)}>
                  {t(name)}
                </Menu.Item>
              ))}
            </Fragment>
          ))}
      </Menu.Dropdown>
    </Menu>
  )
}
