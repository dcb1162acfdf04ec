import { Group, Loader, Stack, Text } from '@mantine/core'
import type { Order } from '@open-oms/client/types'
import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { EditButton } from '../order/customer-card.tsx'
import { isOpenToChanges } from '../order/offered-actions.ts'
import { useMay } from '../session/use-session.ts'
import { BusyDialog } from '../shell/busy-dialog.tsx'
import { Section } from '../shell/section.tsx'
import { Facts, useFacts } from './facts.tsx'
import { FieldTexts } from './field-texts.tsx'
import { useDeclaredFields } from './use-declared-fields.ts'

// Loaded when it is opened.
const EditFields = lazy(async () => ({ default: (await import('./edit-order-fields.tsx')).EditOrderFields }))

type Line = Order['orderForm']['lineItems'][number]

/**
 * The properties of an order and of its lines: declared ones with their names, to be changed by
 * their writers, and all others as they are. Nothing where there is nothing to show.
 */
export function OrderFields({ order }: { order: Order }) {
  return (
    <FieldTexts>
      <Fields order={order} />
    </FieldTexts>
  )
}

function Fields({ order }: { order: Order }) {
  const t = useTranslations('fields')
  const fields = useDeclaredFields('order')
  const lineFields = useDeclaredFields('line')
  const mayChange = useMay()('changeOrders') && isOpenToChanges(order)
  // Null: the order itself; absent: no dialog is open.
  const [edited, setEdited] = useState<Line | null>()
  const facts = useFacts({ properties: order.properties, fields })
  const lines = order.orderForm.lineItems.filter(({ properties }) => lineFields.length > 0 || properties.length > 0)
  const mayEdit = mayChange && fields.some(({ mayBeWritten, onPage }) => mayBeWritten && onPage)
  const mayEditLines = mayChange && lineFields.some(({ mayBeWritten, onPage }) => mayBeWritten && onPage)
  if (facts.length === 0 && lines.length === 0 && !mayEdit) return null
  const close = () => setEdited(undefined)
  return (
    <Section title={t('title')} aside={mayEdit ? <EditButton label={t('edit')} onClick={() => setEdited(null)} /> : null}>
      <Stack gap="sm">
        <Facts properties={order.properties} fields={fields} />
        {lines.map((line) => (
          <LineFields key={line.lineItemId} line={line} onEdit={mayEditLines ? () => setEdited(line) : undefined} />
        ))}
      </Stack>
      <BusyDialog
        opened={edited !== undefined}
        onClose={close}
        title={edited ? t('editLineTitle', { item: lineName(edited) }) : t('editTitle')}
        closeButtonProps={{ 'aria-label': t('close') }}
      >
        <Suspense fallback={<Loader size="sm" />}>
          {edited === undefined ? null : <EditFields order={order} line={edited} onDone={close} />}
        </Suspense>
      </BusyDialog>
    </Section>
  )
}

function LineFields({ line, onEdit }: { line: Line; onEdit: (() => void) | undefined }) {
  const t = useTranslations('fields')
  const fields = useDeclaredFields('line')
  const item = lineName(line)
  return (
    <div>
      <Group justify="space-between">
        <Text size="sm" fw={500}>
          {item}
        </Text>
        {onEdit === undefined ? null : <EditButton label={t('editLine', { item })} onClick={onEdit} />}
      </Group>
      <Facts properties={line.properties} fields={fields} />
    </div>
  )
}

function lineName({ displayName, code, lineItemId }: Line): string {
  return displayName || code || (lineItemId ?? '')
}
