import type { Connector, Connectors } from '@open-oms/contracts/config/connectors'
import t from 'tap'
import { findExportConnector } from './send-export.ts'

const connector = (fields: Partial<Connector>): Connector => ({
  id: 'erp',
  name: 'ERP',
  kind: 'export',
  type: 'http',
  url: 'http://127.0.0.1/',
  urlVariable: null,
  secretVariable: null,
  previousSecretVariable: null,
  sender: null,
  timeoutMs: 120_000,
  retries: 0,
  breakerOpenMs: 15_000,
  active: true,
  ...fields,
})
const erp = connector({})
const second = connector({ id: 'second', name: 'Second' })
const config: Connectors = {
  connectors: [connector({ id: 'sms', name: 'SMS', kind: 'sms' }), erp, second],
  webhookSubscriptions: [],
  privateWebhookHosts: [],
  validationHooks: [],
}

t.test('when a connector is named by id, name or both, then it is found', async (t) => {
  t.equal(findExportConnector(config, { connectorId: 'second' }), second)
  t.equal(findExportConnector(config, { connectorName: 'ERP' }), erp)
  t.equal(findExportConnector(config, { connectorId: 'erp', connectorName: 'ERP' }), erp)
})

t.test('when id and name are absent or empty, then there is no connector', async (t) => {
  t.equal(findExportConnector(config, {}), null)
  t.equal(findExportConnector(config, { connectorId: '', connectorName: '' }), null)
})

t.test('when a connector is unknown, of another kind, or id and name differ, then the request fails', async (t) => {
  const unknown: [{ connectorId?: string; connectorName?: string }, string][] = [
    [{ connectorId: 'nobody' }, 'connectorId'],
    [{ connectorName: 'SMS' }, 'connectorName'],
    [{ connectorId: 'erp', connectorName: 'Second' }, 'connectorId'],
  ]
  for (const [choice, path] of unknown) {
    t.throws(() => findExportConnector(config, choice), {
      code: 'ValidationFailed',
      details: { errors: { [path]: [String] } },
    } as never)
  }
})
