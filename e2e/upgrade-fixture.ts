import { join } from 'node:path'

/** What the databases of the version before held after `npm run demo`; written by tools/copy-databases.ts. */
export const upgradeFixture = join(import.meta.dirname, 'fixtures', 'databases-before.json.gz')
