import type { Product } from '@open-oms/contracts/catalog/product'
import { DomainError } from '@open-oms/contracts/errors'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import { readContainingPackages } from './component-store.ts'

/**
 * Raises `ProductInUse` when a package is made of the product, as a component or an option
 * (products.md#product-deletion).
 */
export async function assertUnused(tx: Transaction, { productId }: Product): Promise<void> {
  assertNone(await readContainingPackages(tx, productId), `Product "${productId}" is a component`)
}

/**
 * Raises `ProductInUse` when a package names one of the SKUs: the packages would lose what they are
 * made of.
 */
export async function assertSkusUnused(tx: Transaction, { productId }: Product, skuIds: readonly string[]): Promise<void> {
  const packages = await readContainingPackages(tx, productId, skuIds)
  assertNone(
    packages,
    `A SKU that product "${productId}" would lose (${skuIds.slice(0, 10).join(', ')}) is named by the components`,
  )
}

function assertNone(packages: readonly string[], what: string): void {
  if (packages.length > 0) throw new DomainError('ProductInUse', `${what} of: ${packages.join(', ')}.`)
}
