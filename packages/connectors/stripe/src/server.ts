/** The Stripe connector as a program of its own (docs/how-to/connect-stripe.md). */
import { createClient } from '@open-oms/client'
import { connectorHandler } from '@open-oms/client/connectors'
import { required } from '@open-oms/extend/environment'
import { serveConnectors } from '@open-oms/extend/serve'
import Stripe from 'stripe'
import { paymentReports } from './report-payments.ts'
import { stripeConnector } from './stripe-connector.ts'

const CALL_MS = 8_000

const { STRIPE_API_URL: apiUrl = 'https://api.stripe.com', HOST: host = '127.0.0.1', PORT: port = '8091' } = process.env
const { hostname, port: apiPort, protocol } = new URL(apiUrl)
// The system repeats its requests itself.
const stripe = new Stripe(required('STRIPE_API_KEY'), {
  host: hostname,
  port: apiPort || (protocol === 'http:' ? 80 : 443),
  protocol: protocol === 'http:' ? 'http' : 'https',
  maxNetworkRetries: 0,
  timeout: CALL_MS,
  telemetry: false,
})
const oms = createClient({
  baseUrl: required('OMS_URL'),
  token: { clientId: required('OMS_CLIENT_ID'), clientSecret: required('OMS_CLIENT_SECRET') },
})
const connector = stripeConnector(stripe, { returnUrl: required('RETURN_URL') })

await serveConnectors(
  {
    '/payments': connectorHandler(connector, { secret: required('CONNECTOR_SECRET') }),
    '/webhooks': paymentReports({ stripe, oms, webhookSecret: required('STRIPE_WEBHOOK_SECRET') }),
  },
  { host, port: Number(port) },
)
process.stdout.write(`Listening on http://${host}:${port}\n`)
