import { NativeSelect, Select, Stack, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import {
  companiesBeside,
  companiesQuery,
  customerQuery,
  customersQuery,
  type FoundCustomer,
} from '../customers/customer-queries.ts'
import { countryChoices } from '../edit-order/countries.ts'
import { useMay } from '../session/use-session.ts'
import { addressFields, type Draft } from './draft.ts'

const FOUND = 10
/** A person who types waits no longer than this for what is found. */
const PAUSE_MS = 200

const fields = ['customerName', 'email', 'phone', 'street', 'postalCode', 'city', 'countryCode'] as const

type CustomerProps = { draft: Draft; onChange: (changes: Partial<Draft>) => void }

/**
 * Who orders: found among those who have ordered before and the companies of the catalogue, or new.
 */
export function CustomerFields({ draft, onChange }: CustomerProps) {
  const t = useTranslations('newOrder.customer')
  const locale = useLocale()
  return (
    <Stack gap="sm">
      <CustomerPicker onPick={onChange} />
      <div className="field-columns">
        {fields.map((field) =>
          field === 'countryCode' ? (
            <NativeSelect
              key={field}
              label={t(field)}
              value={draft[field]}
              data={countryChoices(locale, draft[field])}
              onChange={({ currentTarget }) => onChange({ [field]: currentTarget.value })}
            />
          ) : (
            <TextInput
              key={field}
              label={t(field)}
              required={field === 'customerName'}
              value={draft[field]}
              onChange={({ currentTarget }) => onChange({ [field]: currentTarget.value })}
            />
          ),
        )}
      </div>
    </Stack>
  )
}

function CustomerPicker({ onPick }: { onPick: CustomerProps['onChange'] }) {
  const t = useTranslations('newOrder.customer')
  const queries = useQueryClient()
  const [text, setText] = useState('')
  const [searchText] = useDebouncedValue(text.trim(), PAUSE_MS)
  const isSearching = searchText !== ''
  const { data } = useQuery({ ...customersQuery(searchText, FOUND), enabled: isSearching })
  const { data: companies } = useQuery({ ...companiesQuery(searchText), enabled: useMay()('readProducts') && isSearching })
  const customers = isSearching ? (data?.result ?? []) : []
  const others = isSearching ? companiesBeside(companies?.result ?? [], customers).slice(0, FOUND) : []
  const pickCustomer = async (key: string) => {
    const { name, email, phone, customerId, customerNumber, customerType, addresses } = await queries.fetchQuery(
      customerQuery(key),
    )
    const customer = { customerId, customerNumber, customerType }
    const delivery = addresses.find(({ uses }) => uses.includes('Delivery')) ?? addresses[0]
    const who = { customerName: name ?? '', email: email ?? '', phone: phone ?? '' }
    onPick({ customer, ...who, ...addressFields(delivery?.address ?? null) })
  }
  const pick = (value: string | null) => {
    const company = others.find(({ id }) => value === companyValue(id))
    if (company !== undefined) {
      const customer = { customerId: company.id, customerNumber: null, customerType: 'B2B' }
      onPick({ customer, customerName: company.name ?? company.id })
    } else if (value !== null) void pickCustomer(value)
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
      data={[
        ...customers.map((one) => ({ value: one.key, label: customerLabel(one) })),
        ...others.map(({ id, name }) => ({ value: companyValue(id), label: [name, id].filter(Boolean).join(' · ') })),
      ]}
      nothingFoundMessage={isSearching ? t('nothingFound') : null}
      onChange={pick}
    />
  )
}

/** Beside the keys of customers, which begin with id, number, email or phone. */
const companyValue = (id: string) => `company:${id}`

function customerLabel({ name, email, phone, customerNumber }: FoundCustomer): string {
  return [name, email, phone, customerNumber].filter(Boolean).join(' · ')
}
