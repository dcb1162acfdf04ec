import type { System } from '../tools/start/start-system.ts'
import type { Figure } from './figures.ts'
import { ledgerExportFigures } from './ledger-export-figures.ts'
import { ledgerSearchFigures } from './ledger-search-figures.ts'
import { ledgerVerifyFigures } from './ledger-verify-figures.ts'
import { growLedger } from './many-ledger-lines.ts'
import { postingBuildFigures } from './posting-build-figures.ts'

/**
 * The figures of accounting: searches, exports and the verification of five million ledger lines,
 * and the build of a large day.
 */
export async function accounting(system: System, token: string): Promise<Figure[]> {
  const session = { url: system.services['accounting-read'].url, token }
  await growLedger(system)
  return [
    ...(await ledgerSearchFigures(system, session)),
    ...(await ledgerExportFigures(system, session)),
    ...(await postingBuildFigures(system)),
    ...(await ledgerVerifyFigures(system)),
  ]
}
