import type { BusinessCustomer } from '@open-oms/contracts/catalog/business-customer'
import { DomainError } from '@open-oms/contracts/errors'
import type { Asset } from '@open-oms/contracts/orders/primitive-models'
import type { Deps } from '../../deps.ts'
import { requestedIds } from '../assets/domain/asset-request.ts'
import { readCustomerDocument, readCustomersAfter } from './customer-store.ts'

/** Reads a business customer as it is stored. Raises `NotFound`. */
export async function getBusinessCustomer(deps: Pick<Deps, 'query'>, id: string): Promise<string> {
  const document = await readCustomerDocument(deps, id)
  if (document === null) throw unknownCustomer(id)
  return document
}

/**
 * The assets of a business customer: all, or those with the ids that are given
 * (business-customers.md#customer-assets). Raises `NotFound` for the customer, and when ids are
 * given and none is found.
 */
export async function getCustomerAssets(
  deps: Pick<Deps, 'query'>,
  { id, assetIds }: { id: string; assetIds: readonly string[] | undefined },
): Promise<Asset[]> {
  const { assets } = JSON.parse(await getBusinessCustomer(deps, id)) as BusinessCustomer
  const wanted = requestedIds(assetIds)
  if (wanted.length === 0) return assets
  const found = wanted.flatMap((wanted) => assets.find(({ assetId }) => assetId === wanted) ?? [])
  if (found.length === 0) throw new DomainError('NotFound', 'The customer has no asset with these ids.')
  return found
}

export function unknownCustomer(id: string): DomainError {
  return new DomainError('NotFound', `There is no business customer with id "${id}".`)
}

/**
 * A page of business customers as they are stored, all or those that a text finds, by id, as JSON
 * text of `BusinessCustomers` (business-customers.md#customer-reads). `after` is `next` of the page
 * before.
 */
export async function listBusinessCustomers(
  deps: Pick<Deps, 'reading'>,
  { after = '', take, searchText = '' }: { after?: string | undefined; take: number; searchText?: string | undefined },
): Promise<string> {
  const found = await readCustomersAfter(deps.reading, { after, take: take + 1, words: searchText.split(/\s+/).filter(Boolean) })
  const page = found.slice(0, take)
  const next = found.length > take ? (page.at(-1)?.customerId ?? null) : null
  return `{"result":[${page.map(({ document }) => document).join(',')}],"next":${JSON.stringify(next)}}`
}
