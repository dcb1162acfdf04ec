/** Labels of one's own as a program of its own (docs/how-to/print-labels-of-your-own.md). */
import { join } from 'node:path'
import { connectorHandler } from '@open-oms/client/connectors'
import { required } from '@open-oms/extend/environment'
import { keysInFiles } from '@open-oms/extend/keys-in-files'
import { serveConnectors } from '@open-oms/extend/serve'
import { findBeyondLatin1 } from './label.ts'
import { labelConnector } from './label-connector.ts'
import { labelStore } from './label-store.ts'
import { labelPages } from './serve-labels.ts'

const { HOST: host = '127.0.0.1', PORT: port = '8094', LABEL_FONT: font = null, LABEL_FORMAT: format = 'pdf' } = process.env
const companyPrefix = required('GS1_COMPANY_PREFIX')
if (!/^\d{6,12}$/.test(companyPrefix)) throw new Error('GS1_COMPANY_PREFIX has 6 to 12 digits.')
if (format !== 'pdf' && format !== 'zpl') throw new Error('LABEL_FORMAT is pdf or zpl.')
const folder = required('LABELS_FOLDER')
const store = await labelStore(join(folder, 'labels'), { companyPrefix })
const connector = labelConnector({
  store,
  format,
  sender: required('LABEL_SENDER').split(';'),
  labelsUrl: `${required('PUBLIC_URL').replace(/\/$/, '')}/labels/`,
  // Label printers have their own characters, and a font of one's own is one's own choice.
  findMissing: format === 'pdf' && font === null ? findBeyondLatin1 : () => null,
})

await serveConnectors(
  {
    '/shipments': connectorHandler(connector, { secret: required('CONNECTOR_SECRET'), keys: keysInFiles(join(folder, 'keys')) }),
    '/labels/': labelPages(store, { font }),
  },
  { host, port: Number(port) },
)
process.stdout.write(`Listening on http://${host}:${port}\n`)
