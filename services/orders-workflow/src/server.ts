import { randomUUIDv7 } from 'node:crypto'
import { tenantConfigFiles } from '@open-oms/contracts/config/tenant-config'
import type { TenantConfigWatch } from '@open-oms/service-kit/config/watch-tenant-config'
import type { InTransaction } from '@open-oms/service-kit/database/transaction'
import type { Log } from '@open-oms/service-kit/observability/log'
import type { Metrics } from '@open-oms/service-kit/observability/metrics'
import { runService } from '@open-oms/service-kit/process/run-service'
import { openConfiguredReports } from '@open-oms/service-kit/reports/report-database'
import type { Static } from '@sinclair/typebox'
import { buildApp, type Deps, eventConsumers } from './app.ts'
import { connectorVariable, OrdersEnvironment } from './environment.ts'
import { startSending } from './modules/audit/send-records.ts'
import { ordersConfigChecks } from './modules/configuration/checks/config-checks.ts'
import { configFolder, storedConfiguration } from './modules/configuration/checks/config-folder.ts'
import { openDocumentTable } from './modules/configuration/stored/document-table.ts'
import type { DocumentModel } from './modules/documents/domain/document-blocks.ts'
import { createDocumentRenderer, type DocumentRenderer } from './modules/documents/drawing/document-renderer.ts'
import { findUnprintableMarkets } from './modules/documents/find-unprintable-markets.ts'
import { openErasureList } from './modules/erasure/open-erasure-list.ts'
import { loadExtensions } from './modules/extensions/load-extensions.ts'
import { measureHeldOrders } from './modules/holds/measure-held-orders.ts'
import { startJobs } from './modules/jobs/run-jobs.ts'
import { keepTidy } from './modules/maintenance/maintenance.ts'
import { measureOrders } from './modules/maintenance/measure-orders.ts'
import { watchUnconfiguredOrders } from './modules/maintenance/unconfigured-orders.ts'
import { startMessages } from './modules/notifications/send/start-messages.ts'
import { watchTemplateFailures } from './modules/notifications/templates/template-failures.ts'
import { ledgerReportDeps, orderReportDeps, type SavedReportDeps } from './modules/reports/report-deps.ts'
import { openReportBucket } from './modules/reports/saved/report-bucket.ts'
import { startWebhooks } from './modules/webhooks/start-webhooks.ts'
import { openSubscribers } from './modules/webhooks/subscribers.ts'
import { runJobHandlers } from './modules/workflow/bulk/run-job-handlers.ts'
import { randomText } from './modules/workflow/random-text.ts'
import { createBackground } from './modules/workflow/runner/background.ts'
import { keepResuming } from './modules/workflow/runner/resume.ts'
import { runSignals, watchRuns } from './modules/workflow/runner/run-signals.ts'
import { stepConnectors } from './modules/workflow/steps/step-connectors.ts'
import { type OrdersConfig, ordersConfigNames } from './order/rules/context/orders-config.ts'
import { groupSignals, writeGroups } from './order/write/write-groups.ts'

async function checkDocuments(
  config: OrdersConfig,
  { documents, log }: { documents: DocumentRenderer; log: Log },
): Promise<void> {
  await documents.check()
  await warnOfMarkets(config, { documents, log })
}

async function warnOfMarkets(
  { markets }: Pick<OrdersConfig, 'markets'>,
  { documents, log }: { documents: DocumentRenderer; log: Log },
): Promise<void> {
  const problems = await findUnprintableMarkets(markets, documents)
  for (const { file, path, reason, remedy } of problems)
    log.warn(`The configuration has a warning. ${file}: ${path}: ${reason}. ${remedy}`)
}

const NAMED_ORDERS_MAX = 20

function measureAll(measured: Parameters<typeof measureOrders>[0] & Parameters<typeof measureHeldOrders>[0]): void {
  measureOrders(measured)
  measureHeldOrders(measured)
}

/** Documents and orders as the log names them. */
function documentsNamed(models: readonly DocumentModel[]): { documents: string[]; orderIds: string[] } {
  const sources = models.flatMap(({ source }) => source ?? [])
  return {
    documents: [...new Set(sources.map(({ template }) => template))],
    orderIds: [...new Set(sources.flatMap(({ orderIds }) => orderIds))].slice(0, NAMED_ORDERS_MAX),
  }
}

/** Makes documents with the logo and fonts of the configuration; a reload changes them. */
async function watchedDocuments(
  directory: string,
  { config, log, metrics }: { config: TenantConfigWatch<OrdersConfig>; log: Log; metrics: Metrics | undefined },
): Promise<DocumentRenderer> {
  const onMissing = (characters: readonly string[], models: readonly DocumentModel[]) => {
    metrics?.count('oms_documents_missing_characters_total', {})
    const shown = characters.slice(0, 20).map((one) => `U+${one.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`)
    log.warn({ ...documentsNamed(models), characters: shown }, 'a document shows boxes for characters that no font has')
  }
  const documents = await createDocumentRenderer({ directory, settings: config.current().settings.documents, onMissing })
  config.onReload((next) => {
    documents
      .reload(next.settings.documents)
      .then(() => warnOfMarkets(next, { documents, log }))
      .catch((err) => log.error({ err }, 'the old logo and fonts of documents stay'))
  })
  return documents
}

/** How orders are written. */
function writingOf(
  { WRITE_GROUP_SIZE, WRITE_GROUPS, ORDER_DOCUMENTS: documentForm }: OrdersConfiguration,
  inTransaction: InTransaction,
  metrics: Metrics | undefined,
): Pick<Deps, 'groups' | 'documentForm'> {
  // Groups of one wait for each other no more than transactions do.
  const underWayMax = WRITE_GROUP_SIZE === 1 ? Number.POSITIVE_INFINITY : WRITE_GROUPS
  const limits = { sizeMax: WRITE_GROUP_SIZE, underWayMax }
  return { documentForm, groups: writeGroups({ inTransaction, ...limits, signals: groupSignals(metrics) }) }
}

type OrdersConfiguration = Static<typeof OrdersEnvironment>

/** Reports, and what saved ones are run and delivered with. */
async function reportsOf(
  environment: OrdersConfiguration,
  { config, log }: { config: () => OrdersConfig; log: Log },
): Promise<SavedReportDeps> {
  const { REPORTING_DATABASE_URL: own, LEDGER_REPORTING_DATABASE_URL: ledger } = environment
  const options = { service: 'orders-workflow', log }
  const ofLedger = openConfiguredReports(ledger, { ...options, variable: 'LEDGER_REPORTING_DATABASE_URL' })
  return {
    now: () => new Date(),
    reports: orderReportDeps(config, openConfiguredReports(own, options)),
    ledgerReports: ledgerReportDeps(config, ofLedger),
    reportBucket: await openReportBucket(environment),
  }
}

async function closeReports({ reports, ledgerReports, reportBucket }: SavedReportDeps): Promise<void> {
  reportBucket?.close()
  await Promise.all([reports.database?.close(), ledgerReports.database?.close()])
}

await runService({
  name: 'orders-workflow',
  environment: OrdersEnvironment,
  config: { files: tenantConfigFiles, checks: ordersConfigChecks, names: ordersConfigNames, prepare: loadExtensions },
  build: async ({ environment, server, database, config, log }) => {
    const background = createBackground({
      countMax: environment.WORKFLOW_RUNS,
      onError: (err) => log.error({ err }, 'a workflow run was interrupted'),
    })
    const stored = openDocumentTable({ database, takeOver: config.takeOver, log })
    // Known before the first request; without a database there is none.
    await stored.look().catch(() => undefined)
    const folder = { directory: environment.OMS_CONFIG_DIR, isProduction: environment.NODE_ENV === 'production' }
    const documents = await watchedDocuments(environment.OMS_CONFIG_DIR, { config, log, metrics: server.metrics })
    const deps: Deps = {
      inTransaction: database.inTransaction,
      ...writingOf(environment, database.inTransaction, server.metrics),
      query: database.query,
      execute: database.execute,
      reading: database,
      ...(await reportsOf(environment, { config: config.current, log })),
      config: config.current,
      now: () => new Date(),
      newId: randomUUIDv7,
      randomText,
      connectors: stepConnectors({ config: config.current, environment: connectorVariable, publicBase: server.publicBase, log }),
      background,
      signals: runSignals({ log, metrics: server.metrics }),
      documents,
      configuration: config.content,
      configFolder: configFolder({ ...folder, stored: stored.documents }),
      storedConfiguration: storedConfiguration(folder, stored.look),
      publicBase: server.publicBase,
      subscribers: openSubscribers({
        ...{ query: database.query, config: config.current, environment: connectorVariable, publicBase: server.publicBase },
      }),
      log,
    }
    const erasures = await openErasureList(deps, environment.OMS_DATA_DIR)
    // A thread checks the documents while this one makes the routes.
    const [app] = await Promise.all([buildApp(server, deps), checkDocuments(config.current(), { documents, log })])
    const stopResuming = keepResuming(deps)
    const jobs = startJobs({ ...deps, handlers: runJobHandlers(deps), capacity: background.capacity, metrics: server.metrics })
    const measured = { query: database.query, now: deps.now, metrics: server.metrics, config: config.current }
    measureAll(measured)
    const unconfigured = watchUnconfiguredOrders({ ...measured, onReload: config.onReload, log })
    const sending = {
      ...{ query: database.query, inTransaction: database.inTransaction, environment: connectorVariable, log },
      ...{ config: config.current, metrics: server.metrics },
    }
    const messages = await startMessages({ ...sending, dataDir: environment.OMS_DATA_DIR, logo: documents.logo })
    return {
      app,
      consumers: eventConsumers(deps),
      documents: stored,
      background: [
        { part: 'resuming', stop: stopResuming },
        { part: 'stored documents', stop: stored.stop },
        { part: 'jobs', stop: jobs.stop },
        { part: 'watching runs', stop: watchRuns({ ...deps, metrics: server.metrics }) },
        { part: 'workflow runs', stop: background.stop },
        { part: 'maintenance', stop: keepTidy(deps) },
        { part: 'count of unconfigured orders', stop: unconfigured.stop },
        { part: 'messages', stop: messages.stop },
        { part: 'webhooks', stop: startWebhooks({ ...sending, subscribers: deps.subscribers }).stop },
        { part: 'documents', stop: documents.stop },
        { part: 'list of erasures', stop: erasures.stop },
        { part: 'reports', stop: () => closeReports(deps) },
        { part: 'sending of audit records', stop: startSending(database, environment.AUDIT_OTLP_URL, log).stop },
        { part: 'watching templates', stop: watchTemplateFailures({ log, metrics: server.metrics }) },
      ],
    }
  },
})
