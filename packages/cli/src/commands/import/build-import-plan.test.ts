import t from 'tap'
import { stock } from '../../import/resources/stock.ts'
import { buildImportPlan } from './build-import-plan.ts'

const options = { set: [], currency: 'NOK', concurrency: 1, batchSize: 1, giveUpAfter: 1 }

t.test(
  'given options that contradict each other, when a plan is made, then they are refused before the file is read',
  async (t) => {
    const refused = (more: object) =>
      buildImportPlan('missing.ndjson', {
        resource: stock,
        options: { ...options, ...more },
        target: '',
        loadRates: async () => new Map(),
      })
    await t.rejects(refused({ dryRun: true, restart: true }), { message: /--dry-run sends nothing/ })
    await t.rejects(refused({ update: true }), { message: /--update is for products/ })
  },
)
