import { type PackageComponentInput, PackageComponentList, type ProductInput } from '@open-oms/contracts/catalog/product'
import { DomainError } from '@open-oms/contracts/errors'
import { LIST_MAX } from '@open-oms/contracts/primitives'
import { compileReader } from '@open-oms/service-kit/input/read-input'
import { Type } from '@sinclair/typebox'
import { offsetProblems } from '../components/domain/component-input.ts'
import { assertNoProblems, type ComponentProblem } from '../components/domain/component-problems.ts'
import { componentInvalid, rowProblems } from '../components/domain/component-shape.ts'
import type { ReadProduct, ReadVariant } from './domain/new-product.ts'

const readRows = compileReader(Type.Array(Type.Unknown(), { maxItems: LIST_MAX }), 'json')
const readRow = compileReader(PackageComponentList.items, 'json')

/**
 * Reads the components of a request, row by row. Raises `ComponentInvalid` when a row cannot be
 * read (components.md#component-checks). It names every bad path of every row, and what else is
 * wrong with the rows that can be read (http.md#errors).
 */
export function readProductRequest(input: ProductInput): ReadProduct {
  const { components, variants, ...rest } = input
  const reading = new ComponentReading()
  const request: ReadProduct = { ...rest, ...reading.read(components, 'components') }
  if (variants !== undefined) {
    request.variants = variants.map(({ components, ...variant }, index): ReadVariant => {
      return { ...variant, ...reading.read(components, `variants[${index}].components`) }
    })
  }
  reading.assertReadable()
  return request
}

class ComponentReading {
  private readonly problems: ComponentProblem[] = []
  private isReadable = true

  read(components: unknown, path: string): { components?: PackageComponentInput[] } {
    if (components === undefined || components === null) return {}
    const rows = this.readOrNote(readRows, components, path) as unknown[] | undefined
    return { components: (rows ?? []).flatMap((row, index) => this.readComponent(row, `${path}[${index}]`)) }
  }

  assertReadable(): void {
    if (!this.isReadable) assertNoProblems(this.problems)
  }

  private readComponent(row: unknown, path: string): PackageComponentInput[] {
    const component = this.readOrNote(readRow, row, path) as PackageComponentInput | undefined
    if (component === undefined) return []
    const withoutAmount = offsetProblems(component, path)
    if (withoutAmount.length > 0) this.isReadable = false
    this.problems.push(...rowProblems(component, path), ...withoutAmount)
    return [component]
  }

  private readOrNote(read: (value: unknown) => unknown, value: unknown, path: string): unknown {
    try {
      return read(value)
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'ValidationFailed') throw error
      this.isReadable = false
      const errors = Object.entries(error.details.errors ?? {})
      this.problems.push(...errors.flatMap(([inner, texts]) => texts.map((text) => componentInvalid(joined(path, inner), text))))
      return undefined
    }
  }
}

/** The path of a field, `components[0].quantity`, or of an item, `components[0]`. */
function joined(path: string, inner: string): string {
  return inner === '' || inner.startsWith('[') ? `${path}${inner}` : `${path}.${inner}`
}
