import { join } from 'node:path'
import { tenantConfigChecks, tenantConfigFiles } from '@open-oms/contracts/config/tenant-config'
import { loadTenantConfig } from '@open-oms/service-kit/config/load-tenant-config'
import type { VersionConfig } from '../../../services/orders-workflow/src/order/rules/context/order-context.ts'
import { files } from '../run-files.ts'
import { chainFaults } from './check-chains.ts'
import { followerFaults, scrollFaults, webhookFaults } from './check-deliveries.ts'
import { effectFaults } from './check-effects.ts'
import { importFaults } from './check-imports.ts'
import { messageFaults } from './check-messages.ts'
import { bookFaults, exchangeFaults, providerFaults } from './check-money.ts'
import { productFaults } from './check-products.ts'
import { auditFaults, restFaults, tillFaults } from './check-rest.ts'
import { stockFaults, stockWriteFaults } from './check-stock.ts'
import { readFaults, timeFaults } from './check-times.ts'
import { type Facts, readFacts, type Violation } from './facts.ts'
import { createModel } from './model.ts'
import { operationsOf } from './operations.ts'

/** Everything in the facts that breaks a promise; empty when some order of things explains them. */
function violationsIn(facts: Facts): Violation[] {
  const operations = operationsOf(facts.requests)
  return [
    ...facts.modelled,
    ...chainFaults(facts),
    ...effectFaults(operations, facts),
    ...timeFaults(operations, facts),
    ...readFaults(operations, facts),
    ...stockFaults(facts),
    ...stockWriteFaults(operations, facts),
    ...providerFaults(facts),
    ...exchangeFaults(facts),
    ...bookFaults(facts),
    ...followerFaults(facts),
    ...webhookFaults(facts),
    ...scrollFaults(facts),
    ...auditFaults(facts),
    ...tillFaults(operations, facts),
    ...productFaults(operations, facts),
    ...importFaults(operations, facts),
    ...messageFaults(operations, facts),
    ...restFaults(facts),
  ]
}

/** Checks the files that a run has left in a folder. */
export async function checkHistory(folder: string): Promise<{ facts: Facts; violations: Violation[] }> {
  const model = createModel(await loadRules(join(folder, files.tenant)))
  const facts = await readFacts({ history: join(folder, files.history), state: join(folder, files.state), model })
  return { facts, violations: violationsIn(facts) }
}

/** The configuration that the rules of the order are run with. */
export async function loadRules(directory: string): Promise<VersionConfig> {
  const names = Object.keys(tenantConfigFiles) as (keyof typeof tenantConfigFiles)[]
  return await loadTenantConfig({ directory, files: tenantConfigFiles, checks: tenantConfigChecks, names })
}
