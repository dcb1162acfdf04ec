import { type PackageComponentInput, PackageComponentList, type ProductInput } from '@oms/contracts/catalog/product'
import { DomainError } from '@oms/contracts/errors'
import { compileReader } from '@oms/service-kit/server/read-input'
import type { ReadProduct, ReadVariant } from '../../domain/new-product.ts'

const read = compileReader(PackageComponentList, 'json')

/** Reads the components of a request. What has not their shape is `ComponentInvalid` with the path (4-decisions N.8). */
export function readProductRequest(input: ProductInput): ReadProduct {
  const { components, variants, ...rest } = input
  return {
    ...rest,
    ...readList(components, 'components'),
    ...(variants === undefined ? {} : { variants: variants.map(readVariant) }),
  }
}

function readVariant({ components, ...rest }: NonNullable<ProductInput['variants']>[number], index: number): ReadVariant {
  return { ...rest, ...readList(components, `variants[${index}].components`) }
}

function readList(components: unknown, path: string): { components?: PackageComponentInput[] } {
  if (components === undefined || components === null) return {}
  try {
    return { components: read(components) as PackageComponentInput[] }
  } catch (error) {
    throw error instanceof DomainError && error.code === 'ValidationFailed' ? componentInvalid(error, path) : error
  }
}

function componentInvalid({ details }: DomainError, path: string): DomainError {
  const errors = Object.fromEntries(Object.entries(details.errors ?? {}).map(([place, texts]) => [`${path}${place}`, texts]))
  const [first] = Object.entries(errors)
  return new DomainError('ComponentInvalid', `${first?.[0] ?? path} ${first?.[1][0] ?? 'is not valid'}.`, { errors })
}
