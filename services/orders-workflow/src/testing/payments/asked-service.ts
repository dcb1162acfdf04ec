import type { Connectors } from '@open-oms/contracts/config/connectors'
import type { OrdersConfig } from '../../order/rules/context/orders-config.ts'
import { type Reply, testReceiver } from '../webhooks/test-receiver.ts'
import { connectorTo } from './test-provider.ts'

/** Responds with an answer to a question. */
export const answers =
  (answer: unknown): Reply =>
  (response) =>
    void response.writeHead(200).end(JSON.stringify(answer))

/**
 * A service of the retailer behind a real server, and a configuration whose connector `asked` it
 * is.
 */
export async function askedService(
  t: { teardown(end: () => unknown): unknown },
  config: OrdersConfig,
  { reply, hooks = [] }: { reply: Reply; hooks?: Connectors['validationHooks'] },
) {
  const service = await testReceiver(t, reply)
  const connector = { ...connectorTo(service.url), name: 'asked', kind: 'ask' as const, timeoutMs: 5_000, breakerOpenMs: 1 }
  const { connectors } = config
  const withService = { ...connectors, connectors: [...connectors.connectors, connector], validationHooks: hooks }
  // biome-ignore lint/suspicious/noExplicitAny: what a service sends is for the tests to assert.
  const bodies = (): any[] => service.calls.map(({ text }) => JSON.parse(text))
  return { service, bodies, config: { ...config, connectors: withService } }
}
