import type { AuditRecord } from '@open-oms/contracts/audit/audit-record'
import type { ReadableLogRecord } from '@opentelemetry/sdk-logs'

const TIMEOUT_MS = 10_000
/** Of the data model of logs of OpenTelemetry. */
const severities = { Succeeded: 9, Refused: 13, Failed: 13 } as const

/** Sends records; resolves once the receiver has all of them. */
export type SendRecords = (records: readonly AuditRecord[]) => Promise<void>

/**
 * Makes what sends audit records as logs of OpenTelemetry (OTLP over HTTP, JSON) to an address such
 * as `https://collector:4318/v1/logs` (audit.md#sending). The body of a log is the record as JSON.
 */
export async function createRecordSender(url: string): Promise<SendRecords> {
  const { OTLPLogExporter } = await import('@opentelemetry/exporter-logs-otlp-http')
  const { resourceFromAttributes } = await import('@opentelemetry/resources')
  const exporter = new OTLPLogExporter({ url, timeoutMillis: TIMEOUT_MS })
  const source = {
    resource: resourceFromAttributes({ 'service.name': 'oms-audit' }),
    instrumentationScope: { name: 'oms.audit' },
    droppedAttributesCount: 0,
  }
  return (records) =>
    new Promise((resolve, reject) => {
      const logs = records.map((record): ReadableLogRecord => ({ ...source, ...toLog(record) }))
      exporter.export(logs, ({ code, error }) =>
        code === 0 ? resolve() : reject(error ?? new Error('The receiver of audit records has refused them.')),
      )
    })
}

function toLog(record: AuditRecord) {
  const { id, time, act, outcome, actor, address } = record
  const ms = Date.parse(time)
  const hrTime: [number, number] = [Math.floor(ms / 1_000), (ms % 1_000) * 1_000_000]
  const attributes = { 'audit.id': id, 'audit.act': act, 'audit.outcome': outcome, 'user.name': actor, 'client.address': address }
  return {
    hrTime,
    hrTimeObserved: hrTime,
    severityNumber: severities[outcome],
    eventName: `oms.audit.${act}`,
    body: JSON.stringify(record),
    attributes: Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== null)) as Record<string, string>,
  }
}
