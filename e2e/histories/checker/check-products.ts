import type { ProductRecord } from '../state.ts'
import type { Facts, Violation } from './facts.ts'
import { isSuccess, type Operation } from './operations.ts'

/**
 * Versions of products that nobody wrote, that are lost or there twice, and writes that did not
 * follow the version that they named. A deletion has the name of the version before.
 */
export function productFaults(operations: readonly Operation[], { products }: Pick<Facts, 'products'>): Violation[] {
  const before = new Map(products.map((one) => [`${one.productId} ${one.revision + 1}`, one]))
  const previous = ({ productId, revision }: ProductRecord) => before.get(`${productId} ${revision}`)
  const [deletions, written] = partition(products, (one) => previous(one)?.name === one.name)
  const writes = operations.filter(({ operation }) => operation === 'createProduct' || operation === 'updateProduct')
  const marks = new Set(writes.map(({ mark }) => mark))
  const byMark = Map.groupBy(written, ({ name }) => name)
  return [
    ...products
      .filter((one) => one.revision !== 1 && previous(one) === undefined)
      .map(({ productId, revision }) => fault(productId, `revision ${revision} follows none`)),
    ...products
      .filter(({ name }) => !marks.has(name))
      .map(({ productId, name, revision }) => fault(productId, `nobody wrote ${name} of revision ${revision}`)),
    ...deletionFaults(operations, deletions),
    ...writes.flatMap((write) => writeFaults(write, byMark.get(write.mark as string) ?? [], previous)),
  ]
}

const fault = (about: string, text: string): Violation => ({ check: 'product', about, text })

function partition<T>(all: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))]
}

/** As many deletions as were acknowledged, and at most those without a response besides. */
function deletionFaults(operations: readonly Operation[], deletions: readonly ProductRecord[]): Violation[] {
  const asked = operations.filter(({ operation }) => operation === 'deleteProduct')
  const byProduct = Map.groupBy(asked, ({ attempts }) => attempts[0]?.path.split('/').at(-1) as string)
  const counts = Map.groupBy(deletions, ({ productId }) => productId)
  return [...new Set([...byProduct.keys(), ...counts.keys()])].flatMap((productId) => {
    const own = byProduct.get(productId) ?? []
    const acknowledged = own.filter(({ status }) => isSuccess(status)).length
    const most = acknowledged + own.filter(({ isUnclear }) => isUnclear).length
    const count = counts.get(productId)?.length ?? 0
    if (count >= acknowledged && count <= most) return []
    return [fault(productId, `was deleted ${count} times, acknowledged ${acknowledged}, at most ${most}`)]
  })
}

type Previous = (one: ProductRecord) => ProductRecord | undefined

function writeFaults(write: Operation, own: readonly ProductRecord[], previous: Previous): Violation[] {
  const { status, isUnclear, ifMatch, versionId } = write
  const texts: string[] = []
  const isRight = isSuccess(status) ? own.length === 1 : own.length === 0 || (isUnclear && own.length === 1)
  if (!isRight) texts.push(`has ${own.length} versions after ${status ?? 'no response'}`)
  const [first] = own
  if (first === undefined) return texts.map((text) => fault(aboutOf(write), text))
  if (ifMatch !== null && previous(first)?.versionId !== ifMatch)
    texts.push(`revision ${first.revision} does not follow the version that it named`)
  if (isSuccess(status) && first.versionId !== versionId) texts.push('its response names another version')
  return texts.map((text) => fault(aboutOf(write), text))
}

const aboutOf = ({ operation, request, mark }: Operation) => `${operation} ${request} (${mark})`
