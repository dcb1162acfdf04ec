/**
 * The Vipps MobilePay connector as a program of its own
 * (docs/how-to/connect-vipps-mobilepay.md).
 */
import { createClient } from '@open-oms/client'
import { connectorHandler } from '@open-oms/client/connectors'
import { required } from '@open-oms/extend/environment'
import { serveConnectors } from '@open-oms/extend/serve'
import { paymentReports } from './report-payments.ts'
import { vippsApi } from './vipps-api.ts'
import { vippsConnector } from './vipps-connector.ts'

const { VIPPS_API_URL: apiUrl = 'https://api.vipps.no', HOST: host = '127.0.0.1', PORT: port = '8092' } = process.env
const api = vippsApi({
  apiUrl,
  clientId: required('VIPPS_CLIENT_ID'),
  clientSecret: required('VIPPS_CLIENT_SECRET'),
  subscriptionKey: required('VIPPS_SUBSCRIPTION_KEY'),
  merchantSerialNumber: required('VIPPS_MERCHANT_SERIAL_NUMBER'),
})
const oms = createClient({
  baseUrl: required('OMS_URL'),
  token: { clientId: required('OMS_CLIENT_ID'), clientSecret: required('OMS_CLIENT_SECRET') },
})

await serveConnectors(
  {
    '/payments': connectorHandler(vippsConnector(api), { secret: required('CONNECTOR_SECRET') }),
    '/webhooks': paymentReports({
      api,
      oms,
      secret: required('VIPPS_WEBHOOK_SECRET'),
      host: required('VIPPS_WEBHOOK_HOST'),
      paymentMethodName: process.env.PAYMENT_METHOD ?? 'Vipps',
    }),
  },
  { host, port: Number(port) },
)
process.stdout.write(`Listening on http://${host}:${port}\n`)
