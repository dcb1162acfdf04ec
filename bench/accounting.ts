import { serviceSession } from '@oms/system/service-session'
import type { System } from '@oms/system/start/start-system'
import { ledgerExportFigures } from './figures/ledger-export-figures.ts'
import { ledgerSearchFigures } from './figures/ledger-search-figures.ts'
import { ledgerVerifyFigures } from './figures/ledger-verify-figures.ts'
import { postingBuildFigures } from './figures/posting-build-figures.ts'
import type { Figure } from './figures.ts'
import { growLedger } from './samples/many-ledger-lines.ts'

/**
 * The figures of accounting: searches, exports and the verification of five million ledger lines,
 * and the build of a large day.
 */
export async function accounting(system: System): Promise<Figure[]> {
  const session = serviceSession(system, 'accounting-read')
  await growLedger(system)
  return [
    ...(await ledgerSearchFigures(system, session)),
    ...(await ledgerExportFigures(system, session)),
    ...(await postingBuildFigures(system)),
    ...(await ledgerVerifyFigures(system)),
  ]
}
