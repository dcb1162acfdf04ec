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
import { type OrderPart, orderParts } from './order-parts.ts'
import { type DeclaredField, useDeclaredFields } from './use-declared-fields.ts'

// Loaded when it is opened.
const EditFields = lazy(async () => ({ default: (await import('./edit-order-fields.tsx')).EditOrderFields }))

/**
 * The properties of an order, its lines and shipments: declared ones with their names, to be
 * changed by their writers, and all others as they are. Nothing where there is nothing to show.
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
  const ofParts = { line: useDeclaredFields('line'), shipment: useDeclaredFields('shipment') }
  const nameOf = usePartName()
  const mayChange = useMay()('changeOrders') && isOpenToChanges(order)
  // Null: the order itself; absent: no dialog is open.
  const [edited, setEdited] = useState<OrderPart | null>()
  const facts = useFacts({ properties: order.properties, fields })
  const mayEdit = (declared: typeof fields) => mayChange && declared.some(({ mayBeWritten, onPage }) => mayBeWritten && onPage)
  const parts = orderParts(order).filter(({ on, properties }) => ofParts[on].length > 0 || properties.length > 0)
  if (facts.length === 0 && parts.length === 0 && !mayEdit(fields)) return null
  const editor = (part: OrderPart) => (mayEdit(ofParts[part.on]) ? () => setEdited(part) : undefined)
  const [filled, empty] = [parts.filter(hasValues), parts.filter((part) => !hasValues(part) && mayEdit(ofParts[part.on]))]
  const close = () => setEdited(undefined)
  const aside = mayEdit(fields) ? <EditButton label={t('edit')} onClick={() => setEdited(null)} /> : null
  return (
    <Section title={t('title')} aside={aside}>
      <Stack gap="sm">
        <Facts properties={order.properties} fields={fields} />
        {filled.map((part) => (
          <PartFields key={`${part.on} ${part.id}`} part={part} fields={ofParts[part.on]} onEdit={editor(part)} />
        ))}
        {empty.length === 0 ? null : (
          <details>
            <summary>{t('withoutDetails')}</summary>
            {empty.map((part) => (
              <PartHead key={`${part.on} ${part.id}`} part={part} onEdit={editor(part)} />
            ))}
          </details>
        )}
      </Stack>
      <BusyDialog
        opened={edited !== undefined}
        onClose={close}
        title={edited ? t('editPartTitle', { item: nameOf(edited) }) : t('editTitle')}
        closeButtonProps={{ 'aria-label': t('close') }}
      >
        <Suspense fallback={<Loader size="sm" />}>
          {edited === undefined ? null : <EditFields order={order} part={edited} onDone={close} />}
        </Suspense>
      </BusyDialog>
    </Section>
  )
}

function hasValues({ properties }: OrderPart): boolean {
  return properties.some(({ value }) => value !== null && value !== '')
}

type PartProps = { part: OrderPart; fields: readonly DeclaredField[]; onEdit: (() => void) | undefined }

function PartFields({ part, fields, onEdit }: PartProps) {
  const hasFacts = useFacts({ properties: part.properties, fields }).length > 0
  if (!hasFacts && onEdit === undefined) return null
  return (
    <div>
      <PartHead part={part} onEdit={onEdit} />
      {hasFacts ? <Facts properties={part.properties} fields={fields} /> : null}
    </div>
  )
}

function PartHead({ part, onEdit }: Pick<PartProps, 'part' | 'onEdit'>) {
  const t = useTranslations('fields')
  const item = usePartName()(part)
  return (
    <Group justify="space-between">
      <Text size="sm" fw={500}>
        {item}
      </Text>
      {onEdit === undefined ? null : <EditButton label={t('editPart', { item })} onClick={onEdit} />}
    </Group>
  )
}

function usePartName(): (part: OrderPart) => string {
  const t = useTranslations('fields')
  return ({ name, number }) => name ?? t('shipment', { number })
}
