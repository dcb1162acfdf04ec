// `npm run bench [-- <suite> …]`: runs measurements against a system of their own and prints each
// figure beside its baseline.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { commandLine } from '@open-oms/system/command-line'
import { requestToken } from '@open-oms/system/rest-client'
import { startSystem } from '@open-oms/system/start/start-system'
import { accounting } from './accounting.ts'
import { audit } from './audit.ts'
import { benchTenant } from './bench-tenant.ts'
import { carts } from './carts.ts'
import { catalog } from './catalog.ts'
import { consolePages } from './console.ts'
import { documents } from './documents.ts'
import { figureTable, isMet } from './figures.ts'
import { foundation } from './foundation.ts'
import { guard } from './guard.ts'
import { newOrders } from './new-orders.ts'
import { orders } from './orders.ts'
import { standby } from './standby.ts'
import { workflow } from './workflow.ts'

const suites = {
  'new-orders': newOrders,
  foundation,
  workflow,
  carts,
  orders,
  documents,
  catalog,
  accounting,
  standby,
  audit,
  console: consolePages,
}

/** Measures again what other suites measure, so that it runs only when it is named. */
const GUARD = 'guard'

const usage = `Usage: npm run bench -- [SUITE …] [--renew]

  SUITE    only these of: ${Object.keys(suites).join(', ')},
           or ${GUARD}: ten minutes that fail when the main job, UpdateStatus, a read or a list
           has less than 0.9 of the ratio to its baseline that bench/guard-ratios.json has
  --renew  ${GUARD} writes the ratios that it measures to that file instead
`
const { positionals: asked, values } = commandLine({
  usage,
  options: { renew: { type: 'boolean', default: false } },
  checkArguments(names) {
    const unknown = names.filter((name) => !(name in suites) && name !== GUARD)
    return unknown.length === 0 ? null : `There is no suite ${unknown.join(', ')}.`
  },
})

const dataDir = await mkdtemp(join(tmpdir(), 'oms-bench-'))
// Images are imported from a server on this machine.
const environment = { LOG_LEVEL: 'error', ASSET_FETCH_ALLOW: '127.0.0.0/8' }
const system = await startSystem({ dataDir, configDir: await benchTenant(dataDir), environment })
try {
  const token = await requestToken(system.gatewayUrl, { clientId: 'demo', clientSecret: 'demo-secret' })
  const guarding: typeof suites.foundation = (of, bearer) => guard(of, bearer, { renew: values.renew })
  const chosen = asked.length === 0 ? Object.keys(suites) : asked
  for (const [name, suite] of Object.entries({ ...suites, [GUARD]: guarding })) {
    if (!chosen.includes(name)) continue
    console.log(`\n${name}`)
    const figures = await suite(system, token)
    console.log(figureTable(figures))
    if (figures.some((figure) => isMet(figure) === false)) process.exitCode = 1
  }
} finally {
  await system.stop()
  await rm(dataDir, { recursive: true, force: true })
}
