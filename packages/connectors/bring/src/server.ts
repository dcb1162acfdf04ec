/** The Bring connector as a program of its own (docs/how-to/connect-bring.md). */
import { connectorHandler } from '@open-oms/client/connectors'
import { required } from '@open-oms/extend/environment'
import { keysInFiles } from '@open-oms/extend/keys-in-files'
import { serveConnectors } from '@open-oms/extend/serve'
import { bringConnector } from './bring-connector.ts'

const { BRING_API_URL: apiUrl = 'https://api.bring.com', HOST: host = '127.0.0.1', PORT: port = '8093' } = process.env
const [name, addressLine, postalCode, city, countryCode, ...more] = required('BRING_SENDER').split(';')
if (!name || !addressLine || !postalCode || !city || !countryCode || more.length > 0)
  throw new Error('BRING_SENDER is name;street;postal code;town;country code.')
const connector = bringConnector({
  apiUrl,
  uid: required('BRING_UID'),
  apiKey: required('BRING_API_KEY'),
  customerNumber: required('BRING_CUSTOMER_NUMBER'),
  product: required('BRING_PRODUCT'),
  clientUrl: required('BRING_CLIENT_URL'),
  isTest: process.env.BRING_TEST === 'true',
  sender: { name, addressLine, postalCode, city, countryCode },
})

await serveConnectors(
  {
    '/shipments': connectorHandler(connector, {
      secret: required('CONNECTOR_SECRET'),
      keys: keysInFiles(required('KEYS_FOLDER')),
    }),
  },
  { host, port: Number(port) },
)
process.stdout.write(`Listening on http://${host}:${port}\n`)
