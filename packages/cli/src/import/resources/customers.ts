import { BusinessCustomerInput } from '@open-oms/contracts/catalog/business-customer'
import { getBusinessCustomer, saveBusinessCustomer } from '@open-oms/contracts/catalog/business-customer-routes'
import { kinds } from '@open-oms/import/kinds'
import type { Item } from '@open-oms/import/reading/read-item'
import { compileReader } from '@open-oms/service-kit/input/read-input'
import { ApiFailure } from '../../api/api-failure.ts'
import { type Api, itemRefusals, type Refusal } from './api.ts'
import type { ComparedItem, Comparison, Difference, Resource, SendOptions, SendResult } from './resource.ts'

type Property = { key: string; value: string | null }

const readCustomer = compileReader(BusinessCustomerInput, 'json') as (item: Item) => Item

/**
 * Business customers; those that are there already are updated
 * (business-customers.md#customer-writes). Their files are not imported.
 */
export const customers: Resource = {
  ...kinds.customers,
  read: (item) => {
    const { assets: _, ...customer } = readCustomer(item)
    return customer
  },
  batchMax: 20,
  canUpdate: false,
  send,
  compare,
}

async function send(api: Api, items: readonly Item[], { key }: SendOptions): Promise<SendResult> {
  const outcomes: SendResult['outcomes'][number][] = []
  const refusals: Refusal[] = []
  for (const [index, item] of items.entries()) {
    const headers = { 'idempotency-key': `${key}-${index}` }
    try {
      const { created, modified } = await api.call(saveBusinessCustomer, { body: item as BusinessCustomerInput, headers })
      outcomes.push(created === modified ? 'created' : 'updated')
    } catch (failure) {
      refusals.push(...itemRefusals(index, failure))
      outcomes.push('failed')
    }
  }
  return { outcomes, refusals }
}

async function compare(api: Api, items: readonly ComparedItem[]): Promise<Comparison> {
  const differences: Difference[] = []
  let found = 0
  for (const { key, item } of items) {
    const stored = await findCustomer(api, key)
    if (stored !== null) found++
    differences.push(...compareCustomer(item, stored))
  }
  return { found, differences, sums: [] }
}

async function findCustomer(api: Api, id: string): Promise<Item | null> {
  try {
    return await api.call(getBusinessCustomer, { params: { id } })
  } catch (failure) {
    if (failure instanceof ApiFailure && failure.status === 404) return null
    throw failure
  }
}

/** What a file and the system say of a customer: the name, and each property of the file. */
export function compareCustomer(item: Item, stored: Item | null): Difference[] {
  const key = item.id as string
  if (stored === null) return [{ key, property: 'customer', file: 'there', system: 'missing' }]
  const values = new Map(((stored.properties ?? []) as Property[]).map((property) => [property.key, property.value]))
  const properties = ((item.properties ?? []) as Property[])
    .filter((property) => values.get(property.key) !== property.value)
    .map((property) => ({
      key,
      property: `properties[${property.key}]`,
      file: property.value,
      system: values.get(property.key) ?? null,
    }))
  const isNamed = item.name === undefined || item.name === stored.name
  return isNamed ? properties : [{ key, property: 'name', file: item.name, system: stored.name }, ...properties]
}
