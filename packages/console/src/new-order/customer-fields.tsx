import { Select, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { customerQuery, customersQuery, type FoundCustomer } from '../customers/customer-queries.ts'
import { addressFields, type Draft } from './draft.ts'

const FOUND = 10
/** A person who types waits no longer than this for what is found. */
const PAUSE_MS = 200

const fields = ['customerName', 'email', 'phone', 'street', 'postalCode', 'city', 'countryCode'] as const

type CustomerProps = { draft: Draft; onChange: (changes: Partial<Draft>) => void }

/** Who orders: found among those who have ordered before, or new. */
export function CustomerFields({ draft, onChange }: CustomerProps) {
  const t = useTranslations('newOrder.customer')
  return (
    <Stack gap="sm">
      <CustomerPicker onPick={onChange} />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        {fields.map((field) => (
          <TextInput
            key={field}
            label={t(field)}
            required={field === 'customerName'}
            value={draft[field]}
            onChange={({ currentTarget }) => onChange({ [field]: currentTarget.value })}
          />
        ))}
      </SimpleGrid>
    </Stack>
  )
}

function CustomerPicker({ onPick }: { onPick: CustomerProps['onChange'] }) {
  const t = useTranslations('newOrder.customer')
  const queries = useQueryClient()
  const [text, setText] = useState('')
  const [searchText] = useDebouncedValue(text.trim(), PAUSE_MS)
  const { data } = useQuery({ ...customersQuery(searchText, FOUND), enabled: searchText !== '' })
  const found = searchText === '' ? [] : (data?.result ?? [])
  const pick = async (key: string | null) => {
    if (key === null) return
    const { name, email, phone, customerId, customerNumber, customerType, addresses } = await queries.fetchQuery(
      customerQuery(key),
    )
    const customer = { customerId, customerNumber, customerType }
    const delivery = addresses.find(({ uses }) => uses.includes('Delivery')) ?? addresses[0]
    const who = { customerName: name ?? '', email: email ?? '', phone: phone ?? '' }
    onPick({ customer, ...who, ...addressFields(delivery?.address ?? null) })
    setText('')
  }
  return (
    <Select
      label={t('find')}
      description={t('findHelp')}
      searchable
      value={null}
      searchValue={text}
      onSearchChange={setText}
      // The API has matched them already, by more than their names.
      filter={({ options }) => options}
      data={found.map((one) => ({ value: one.key, label: customerLabel(one) }))}
      nothingFoundMessage={searchText === '' ? null : t('nothingFound')}
      onChange={(key) => void pick(key)}
    />
  )
}

function customerLabel({ name, email, phone, customerNumber }: FoundCustomer): string {
  return [name, email, phone, customerNumber].filter(Boolean).join(' · ')
}
