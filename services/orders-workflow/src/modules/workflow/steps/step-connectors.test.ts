import { createLogger } from '@open-oms/service-kit/observability/logger'
import t from 'tap'
import { connectorTo, testProvider } from '../../../testing/payments/test-provider.ts'
import { sampleConfig } from '../../../testing/test-orders.ts'
import { stepConnectors } from './step-connectors.ts'

const config = structuredClone(await sampleConfig())
const connectors = stepConnectors({
  config: () => config,
  environment: () => undefined,
  publicBase: 'http://shop.test',
  log: createLogger({ service: 'test', level: 'silent' }),
})

t.test('given a connector that is added to the configuration, when the next call is made, then it is found', async (t) => {
  const provider = await testProvider(t)
  const added = connectorTo(provider.url)
  const capture = () => {
    const reference = { transactionId: 'auth-1', authorizationCode: null }
    const request = { idempotencyKey: 'key-1', orderId: 'O-1', amount: 1, currency: 'NOK', paymentMethodName: 'Card' }
    return connectors
      .payment({ paymentMethodName: 'Card', connector: added.name })
      .capture({ ...request, authorization: reference, capture: null })
  }
  t.match(await capture(), { outcome: 'unreachable' })
  config.connectors.connectors.push(added)
  t.match(await capture(), { outcome: 'done', transactionId: 'tx-key-1' })
})
