import { Button, Menu, Modal } from '@mantine/core'
import type { Order } from '@open-oms/client/types'
import { IconChevronDown } from '@tabler/icons-react'
import { type ComponentType, type LazyExoticComponent, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'

/** What an action gets: the order as the person sees it, and what to call when it is done or left. */
export type OrderActionProps = { order: Order; onDone: () => void }

/** Something that a person can do with an order, in a dialog that is loaded when it is first opened. */
export type OrderAction = {
  /** Its name in the texts of `order.actions`. */
  name: string
  /** Whether it makes sense for the order as it is; the API decides in the end. */
  isOffered: (order: Order) => boolean
  Form: LazyExoticComponent<ComponentType<OrderActionProps>>
}

const actions: readonly OrderAction[] = []

/** The actions that are offered for an order, and the dialog of the one that was chosen. */
export function OrderActions({ order }: { order: Order }) {
  const t = useTranslations('order.actions')
  const [chosen, setChosen] = useState<OrderAction>()
  const offered = actions.filter(({ isOffered }) => isOffered(order))
  const close = () => setChosen(undefined)
  if (offered.length === 0) return null
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button size="xs" variant="default" rightSection={<IconChevronDown size={14} aria-hidden />}>
            {t('open')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {offered.map((action) => (
            <Menu.Item key={action.name} onClick={() => setChosen(action)}>
              {t(action.name as never)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Modal
        opened={chosen !== undefined}
        onClose={close}
        size="lg"
        title={chosen === undefined ? '' : t(chosen.name as never)}
        closeButtonProps={{ 'aria-label': t('close') }}
      >
        <Suspense>{chosen === undefined ? null : <chosen.Form order={order} onDone={close} />}</Suspense>
      </Modal>
    </>
  )
}
