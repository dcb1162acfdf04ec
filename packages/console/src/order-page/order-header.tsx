import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core'
import type { Order } from '@open-oms/client/types'
import { IconChevronDown } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { TagChips } from '../configuration/tag-chips.tsx'
import { useOrderCurrency } from '../configuration/use-order-currency.ts'
import { useStatusNames } from '../configuration/use-status-names.ts'
import { useStoreNames } from '../configuration/use-store-names.ts'
import { useFormat } from '../display/use-format.ts'
import { EditButton } from '../order/customer-card.tsx'
import { isOpenToChanges } from '../order/offered-actions.ts'
import { OrderMarks } from '../orders/order-marks.tsx'
import { fulfilmentTone, paymentTone } from '../orders/order-tones.ts'
import { useMay } from '../session/use-session.ts'
import { MenuButton } from '../shell/menu-button.tsx'
import { useOfferInPalette } from '../shell/offered-in-palette.ts'
import { useWords } from '../vocabulary/use-words.ts'
import { failedPayment } from './next-step.ts'
import { useOrderDialogs } from './order-dialogs.tsx'
import { useNextStep } from './use-next-step.ts'

const loadMenu = async () => ({ default: (await import('./action-menu.tsx')).ActionMenu })
const ActionMenu = lazy(loadMenu)

/** What a person most likely does with the order as it is, and the menu of all that can be done. */
function OrderActions({ order }: { order: Order }) {
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

// Needed once the order is there; the first load has a budget.
const OrderFollower = lazy(async () => ({ default: (await import('../live/order-follower.tsx')).OrderFollower }))

/** Which order it is, of whom, over how much, how far it is, and what can be done with it. */
export function OrderHeader({ order }: { order: Order }) {
  const t = useTranslations('order')
  const format = useFormat()
  const currency = useOrderCurrency()(order)
  const mayChange = useMay()('changeOrders')
  const storeName = useStoreNames()
  const modified = { time: format.time(order.modified), name: order.modifiedBy ?? '' }
  const { customerName } = order
  return (
    <Stack gap={4} component="header">
      <Group justify="space-between" wrap="nowrap" mih={26}>
        <BackLink />
        <Suspense>
          <OrderFollower orderId={order.id} />
        </Suspense>
      </Group>
      <Group justify="space-between" gap="xs">
        <Group gap="sm" className="order-title">
          <Title order={1} size="h3">
            {order.orderNumber ?? order.id}
          </Title>
          {customerName === null || customerName === '' ? null : <Text size="lg">{customerName}</Text>}
          <Text size="lg" fw={600} className="figures">
            {format.money(order.total, currency)}
          </Text>
        </Group>
        {mayChange ? <OrderActions order={order} /> : null}
      </Group>
      <OrderChips order={order} />
      <Text size="xs" c="dimmed">
        {[
          order.orderType,
          storeName(order.storeId),
          t('created', { time: format.time(order.created) }),
          order.modifiedBy === null ? t('modified', modified) : t('modifiedBy', modified),
        ].join(' · ')}
      </Text>
    </Stack>
  )
}

/** The status that the shop has given the order, how far money and goods are, and its tags. */
function OrderChips({ order }: { order: Order }) {
  const t = useTranslations('order')
  const words = useWords()
  const nameOf = useStatusNames()
  const { open } = useOrderDialogs()
  const mayEdit = useMay()('changeOrders') && isOpenToChanges(order)
  const { paymentStatus, fulfilmentStatus, tags } = order
  return (
    <div className="order-chips">
      <OrderMarks order={order} nameOf={nameOf} />
      <span className="order-chip" data-tone={paymentTone(paymentStatus)}>
        <span className="for-screen-readers">{t('chips.payment')}: </span>
        {words('orderPaymentStatuses', paymentStatus)}
      </span>
      <span className="order-chip" data-tone={fulfilmentTone(fulfilmentStatus)}>
        <span className="for-screen-readers">{t('chips.fulfilment')}: </span>
        {words('fulfilmentStatuses', fulfilmentStatus)}
      </span>
      {order.orderForm.isPriority === true ? (
        <span className="order-chip" data-tone="amber">
          {t('priority')}
        </span>
      ) : null}
      <TagChips tags={tags} before={t('chips.tag')} />
      {mayEdit ? <EditButton label={t('chips.editTags')} onClick={() => open('edit', { part: 'marks' })} /> : null}
    </div>
  )
}

/** The way back to the list. */
export function BackLink() {
  const t = useTranslations('order')
  return (
    <Anchor component={Link} to="/orders" size="sm">
      ← {t('back')}
    </Anchor>
  )
}
