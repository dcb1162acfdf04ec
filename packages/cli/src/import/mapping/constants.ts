import { setAt, spreadPathOf, valueAt } from '@oms/contracts/property-target'
import type { TObject } from '@sinclair/typebox'
import type { ReadItem } from '../reading/read-item.ts'
import { type CompiledMapping, compileMapping } from './mapped-items.ts'
import type { MappingFile } from './mapping-file.ts'

/** Sets the constants of a mapping on an item; one with `[]` on each item of that list. */
export function setConstants(item: Record<string, unknown>, constants: CompiledMapping['constants']): void {
  for (const { target, value } of constants) {
    const spread = spreadPathOf(target)
    const list = spread === null ? [null] : listAt(item, spread)
    for (const position of list.keys()) setAt(item, target, { position, value })
  }
}

function listAt(item: Record<string, unknown>, path: string): readonly unknown[] {
  const steps = path.split('.').map((field) => ({ field }))
  return (valueAt(item, { path, steps, spreadAt: null, kind: 'json' }) as unknown[] | undefined) ?? []
}

/** Items with the constants of a mapping set on each. Raises `MappingProblem`. */
export async function* withConstants(
  items: AsyncIterable<ReadItem>,
  model: TObject,
  mapping: MappingFile,
): AsyncGenerator<ReadItem> {
  const { constants } = compileMapping(model, { constants: mapping.constants ?? {} })
  for await (const read of items) {
    if (read.item !== null) setConstants(read.item, constants)
    yield read
  }
}
