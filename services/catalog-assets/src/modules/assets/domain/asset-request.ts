import type { AssetInput } from '@open-oms/contracts/catalog/asset'
import { assertNoErrors, DomainError, type ErrorTexts, invalid } from '@open-oms/contracts/errors'

/** An asset of a request whose id is known: sent, or made for it. */
export type NamedInput = AssetInput & { assetId: string }

const ID_LENGTH_MAX = 100
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const CONTROL = /[\u0000-\u001f\u007f]/

/** `assets[2].name`, or `[2].name` where the request is the list itself. */
export function fieldPath(list: string, index: number, field: string): string {
  return `${list}[${index}].${field}`
}

/**
 * Gives an id to those that were sent without. Raises `ValidationFailed` for an id that no path can
 * name, and for a duplicate.
 */
export function nameAssets(inputs: readonly AssetInput[], list: string, newId: () => string): NamedInput[] {
  const named = inputs.map((input) => ({ ...input, assetId: isPresent(input.assetId) ? input.assetId : newId() }))
  assertIds(named, list)
  return named
}

/**
 * The ids of an update (assets.md#asset-update): none is `NotFound`, one missing among others
 * `ValidationFailed`, and so is a duplicate.
 */
export function requireIds(inputs: readonly AssetInput[], list: string): NamedInput[] {
  if (!inputs.some(({ assetId }) => isPresent(assetId))) throw new DomainError('NotFound', 'No asset ids are given.')
  assertIds(inputs, list)
  return inputs as NamedInput[]
}

/** The ids of a query, each once; empty ones do not count. */
export function requestedIds(assetIds: readonly string[] | undefined): string[] {
  return [...new Set((assetIds ?? []).filter(isPresent))]
}

/**
 * Raises `ValidationFailed` unless the address is of http or https: scripts, paths and local files
 * are none.
 */
export function assertWebAddress(address: string, path: string): void {
  const url = URL.canParse(address) ? new URL(address) : null
  if (url === null || !['http:', 'https:'].includes(url.protocol)) throw invalid(path, 'must be an http or https address')
}

function isPresent(assetId: string | undefined): assetId is string {
  return assetId !== undefined && assetId !== ''
}

function assertIds(inputs: readonly AssetInput[], list: string): void {
  const seen = new Set<string>()
  const errors: ErrorTexts = {}
  for (const [index, { assetId }] of inputs.entries()) {
    const problem = isPresent(assetId) ? problemOfId(assetId, seen) : 'is required'
    if (problem !== null) errors[fieldPath(list, index, 'assetId')] = [problem]
  }
  assertNoErrors(errors)
}

function problemOfId(assetId: string, seen: Set<string>): string | null {
  if (assetId.length > ID_LENGTH_MAX || CONTROL.test(assetId) || assetId === '.' || assetId === '..') {
    return `must be 1 to ${ID_LENGTH_MAX} characters without control characters, and no dots alone`
  }
  if (seen.has(assetId)) return 'is in the list twice'
  seen.add(assetId)
  return null
}
