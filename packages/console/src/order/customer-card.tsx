import { Anchor, Group, Stack, Text, UnstyledButton } from '@mantine/core'
import type { Order } from '@open-oms/client/types'
import { IconPencil } from '@tabler/icons-react'
import { useLocale, useTranslations } from 'use-intl'
import { ClampedText } from '../display/clamped-text.tsx'
import type { OrderPart } from './order-action.ts'

type Address = NonNullable<Order['billingAddress']>

type CustomerProps = {
  order: Order
  /** Absent: the person may not edit the order. */
  onEdit?: ((part: OrderPart) => void) | undefined
}

/** Who has ordered, how they are reached, and where the goods and the invoice go. */
export function CustomerCard({ order, onEdit }: CustomerProps) {
  const t = useTranslations('order.customer')
  const locale = useLocale()
  const { customerName, customerNumber, customerEmail, customerPhone, billingAddress } = order
  const delivery = addressLines(order.orderForm.shipments.find((shipment) => shipment.address !== null)?.address ?? null, locale)
  const billing = addressLines(billingAddress, locale)
  const isSame = delivery.length > 0 && delivery.join('\n') === billing.join('\n')
  const contact = [customerName, customerNumber, customerEmail, customerPhone].filter((fact) => fact !== null && fact !== '')
  if (contact.length + delivery.length + billing.length === 0) return <Text size="sm">{t('none')}</Text>
  return (
    <Stack gap="sm">
      {contact.length === 0 ? null : (
        <div>
          {isFilled(customerName) ? (
            <Text size="sm" fw={600} className="note-text">
              <ClampedText text={customerName} />
            </Text>
          ) : null}
          {isFilled(customerNumber) ? (
            <Text size="sm" c="dimmed" className="note-text">
              {t('number', { number: customerNumber })}
            </Text>
          ) : null}
          <ContactLink scheme="mailto" to={customerEmail} />
          <ContactLink scheme="tel" to={customerPhone} />
        </div>
      )}
      <AddressBlock title={t('delivery')} lines={delivery} onEdit={onEdit && (() => onEdit('delivery'))} />
      {isSame ? (
        <Group gap="xs" justify="space-between">
          <Text size="sm" c="dimmed">
            {t('sameBilling')}
          </Text>
          {onEdit === undefined ? null : <EditButton label={t('editBilling')} onClick={() => onEdit('billing')} />}
        </Group>
      ) : (
        <AddressBlock title={t('billing')} lines={billing} onEdit={onEdit && (() => onEdit('billing'))} />
      )}
    </Stack>
  )
}

function isFilled(text: string | null): text is string {
  return text !== null && text !== ''
}

/** Opens the program that writes mails or calls; a text that is longer than an address is none. */
function ContactLink({ scheme, to }: { scheme: 'mailto' | 'tel'; to: string | null }) {
  if (!isFilled(to)) return null
  const address = scheme === 'tel' ? to.replaceAll(/[^+\d]/g, '') : encodeURIComponent(to).replaceAll('%40', '@')
  return (
    <Text size="sm" className="note-text">
      {to.length > 254 || address === '' ? (
        <ClampedText text={to} />
      ) : (
        <Anchor inherit href={`${scheme}:${address}`}>
          {to}
        </Anchor>
      )}
    </Text>
  )
}

type AddressProps = { title: string; lines: readonly string[]; onEdit: (() => void) | undefined }

function AddressBlock({ title, lines, onEdit }: AddressProps) {
  const t = useTranslations('order.customer')
  if (lines.length === 0) return null
  return (
    <div>
      <Group gap="xs" justify="space-between">
        <Text size="xs" c="dimmed" fw={600}>
          {title}
        </Text>
        {onEdit === undefined ? null : <EditButton label={t('editOf', { what: title })} onClick={onEdit} />}
      </Group>
      <Text component="address" size="sm" fs="normal" className="note-text">
        <ClampedText text={lines.join('\n')} />
      </Text>
    </div>
  )
}

/** Opens the form of the part that it stands beside. */
export function EditButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <UnstyledButton className="edit-button" aria-label={label} title={label} onClick={onClick}>
      <IconPencil size={16} aria-hidden />
    </UnstyledButton>
  )
}

/** The lines of an address as they stand on a parcel. */
export function addressLines(address: Address | null, locale: string): string[] {
  if (address === null) return []
  const words = (...parts: (string | null)[]) => parts.filter(isFilled).join(' ')
  const person = address.name ?? words(address.firstName, address.lastName)
  const place = words(address.postalCode, address.city)
  const street = words(address.line1, address.streetNumber, address.apartmentNumber)
  const country = address.countryName ?? countryName(address.countryCode, locale)
  return [address.organization, person, street, address.line2, place, country].filter(isFilled)
}

/** The name of a country by its code; the code where it is not one of ISO 3166. */
function countryName(code: string | null, locale: string): string | null {
  if (code === null || !/^[A-Za-z]{2}$/.test(code)) return code
  return new Intl.DisplayNames([locale], { type: 'region' }).of(code.toUpperCase()) ?? code
}
