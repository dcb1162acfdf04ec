import { gateway } from '../session/gateway.ts'
import type { StockLevel } from './stock-groups.ts'
import { readLevel, type StockName } from './stock-queries.ts'

/** A correction of a level: what was counted, or by how much it was wrong and why. */
export type Correction = StockName & { kind: 'count' | 'adjust'; units: number; reason: string }

/**
 * What became of a correction. `changed`: nothing was written, for the level is not what the person
 * saw.
 */
export type CorrectionResult =
  | { outcome: 'saved'; level: StockLevel; warning: string | null }
  | { outcome: 'changed'; level: StockLevel | null }

type Request = { correction: Correction; seen: StockLevel | null; idempotencyKey: string }

/**
 * Writes a correction. A count replaces what others did meanwhile, so the level is read again
 * first; the API keeps no version of levels. An adjustment adds to whatever there is and needs no
 * such look. Raises what a call raises.
 */
export async function saveCorrection({ correction, seen, idempotencyKey }: Request): Promise<CorrectionResult> {
  const { kind, units, reason, skuId, warehouseCode } = correction
  const name = { skuId: skuId.trim(), warehouseCode: warehouseCode.trim() }
  if (kind === 'count') {
    const level = await readLevel(name)
    if ((level?.quantity ?? null) !== (seen?.quantity ?? null)) return { outcome: 'changed', level }
    return toCorrectionResult(await gateway.put('/api/Inventory', { body: [{ ...name, quantity: units }], idempotencyKey }))
  }
  const row = { ...name, delta: units, ...(reason === '' ? {} : { reason }) }
  return toCorrectionResult(await gateway.post('/api/Inventory/Adjust', { body: [row], idempotencyKey }))
}

function toCorrectionResult([row]: readonly (StockLevel & { warning: string | null })[]): CorrectionResult {
  if (row === undefined) throw new Error('The gateway returned no level.')
  const { warning, ...level } = row
  return { outcome: 'saved', level, warning }
}
