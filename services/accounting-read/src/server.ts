import { randomUUIDv7 } from 'node:crypto'
import { tenantConfigChecks, tenantConfigFiles } from '@open-oms/contracts/config/tenant-config'
import { runService } from '@open-oms/service-kit/process/run-service'
import { openConfiguredReports } from '@open-oms/service-kit/reports/report-database'
import { buildApp } from './app.ts'
import { createConsumers } from './consumers.ts'
import { accountingConfigNames, type Deps } from './deps.ts'
import { AccountingEnvironment } from './environment.ts'
import { startDailyBuild } from './modules/builds/daily-build.ts'
import { measureBuilds } from './modules/builds/measure-builds.ts'
import { ledgerReportDeps } from './modules/reports/routes.ts'

await runService({
  name: 'accounting-read',
  environment: AccountingEnvironment,
  config: { files: tenantConfigFiles, checks: tenantConfigChecks, names: accountingConfigNames },
  build: async ({ environment, server, database, databaseUrl, config, log }) => {
    const reports = openConfiguredReports(environment.REPORTING_DATABASE_URL, { service: 'accounting-read', log })
    const deps: Deps = {
      inTransaction: database.inTransaction,
      query: database.query,
      execute: database.execute,
      reading: database,
      config: config.current,
      now: () => new Date(),
      newId: randomUUIDv7,
    }
    const app = await buildApp(server, { ...deps, reports: ledgerReportDeps(config.current, reports) })
    measureBuilds({ ...deps, metrics: server.metrics })
    const stopDailyBuild = startDailyBuild({ deps, databaseUrl, log, onConfigChange: config.onReload })
    const background = [
      { part: 'daily build', stop: stopDailyBuild },
      { part: 'reports', stop: async () => reports?.close() },
    ]
    return { app, consumers: createConsumers(deps), background }
  },
})
