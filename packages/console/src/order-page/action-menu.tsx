import { Menu } from '@mantine/core'
import { Fragment, type ReactElement } from 'react'
import { useTranslations } from 'use-intl'
import { actionGroups, type OrderAction } from '../order/order-action.ts'
import { OpenedMenu } from '../shell/opened-menu.tsx'
import { useOrderDialogs } from './order-dialogs.tsx'

/** All that can be done with an order, by groups. */
export function ActionMenu({ offered, target }: { offered: readonly OrderAction[]; target: ReactElement }) {
  const t = useTranslations('order.actions')
  const { open } = useOrderDialogs()
  const groups = actionGroups.map((group) => ({ group, items: offered.filter((one) => one.group === group) }))
  return (
    <OpenedMenu target={target} position="bottom-end" width={240}>
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
    </OpenedMenu>
  )
}
