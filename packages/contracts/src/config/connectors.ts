import { type Static, Type } from '@sinclair/typebox'
import { Word } from '../primitives.ts'
import { findDuplicates, findUnresolved, namesWithin, problemIn } from './checks/find-problems.ts'
import {
  ConfigFile,
  ConfigObject,
  type ConfigProblem,
  defineConfigFile,
  EnvironmentVariable,
  FlagWithDefault,
  ListOrNone,
  Name,
  OrNull,
  WithDefault,
  Words,
} from './config-file.ts'
import type { Market } from './markets.ts'
import type { PaymentMethod } from './payment-methods.ts'
import { paymentMethodsFile } from './payment-methods.ts'
import type { Store } from './stores.ts'
import { findValidationHookProblems, ValidationHook } from './validation-hooks.ts'

export const connectorKinds = ['payment', 'shipping', 'email', 'sms', 'webhook', 'export', 'ask'] as const
export type ConnectorKind = (typeof connectorKinds)[number]
export const connectorTypes = ['manual', 'http', 'smtp', 'extension'] as const
export type ConnectorType = (typeof connectorTypes)[number]

/** Which ways of reaching the outside each kind of connector has. */
const typesOfKind: Record<ConnectorKind, readonly ConnectorType[]> = {
  payment: ['manual', 'http', 'extension'],
  shipping: ['manual', 'http', 'extension'],
  email: ['smtp'],
  sms: ['http'],
  webhook: ['http'],
  export: ['http'],
  ask: ['http'],
}

const HttpAddress = (description: string) => Type.String({ pattern: '^https?://[^/@]+(/.*)?$', description })
const secrets = {
  secretVariable: OrNull(EnvironmentVariable('Environment variable with the secret that signs the calls.')),
  previousSecretVariable: OrNull(
    EnvironmentVariable('While the secret is replaced: environment variable with the previous one, which signs as well.'),
  ),
}

export const Connector = ConfigObject(
  {
    id: Name('Unique id.'),
    name: Name('Unique name, by which steps and payment methods refer to it.'),
    kind: Word(connectorKinds),
    type: Word(connectorTypes),
    url: OrNull(HttpAddress('Address that is called, without credentials.')),
    urlVariable: OrNull(
      EnvironmentVariable(
        'Environment variable with the address, where it holds credentials. Unset: messages are kept as files.',
      ),
    ),
    ...secrets,
    sender: OrNull(Words('E-mail address or number that messages come from.')),
    timeoutMs: WithDefault(Type.Integer({ minimum: 1, maximum: 120_000, description: 'Longest time of one call.' }), 10_000),
    retries: WithDefault(
      Type.Integer({ minimum: 0, maximum: 20, description: 'Further calls after network errors, 429 and 5xx.' }),
      3,
    ),
    breakerOpenMs: WithDefault(
      Type.Integer({
        minimum: 1,
        maximum: 3_600_000,
        description: 'How long it is not called after five calls in a row without a response.',
      }),
      15_000,
    ),
    active: FlagWithDefault(true, 'An inactive connector refuses.'),
  },
  'A way to the outside world (connectors.md#connector-configuration). `manual` succeeds without a call; `extension` is the connector of that name that an extension defines.',
)
export type Connector = Static<typeof Connector>

export const WebhookSubscription = ConfigObject(
  {
    id: Name('Unique id.'),
    url: HttpAddress('Address that receives the events.'),
    ...secrets,
    eventTypes: ListOrNone(Words('Event type, such as orders.order.created.v1.'), 'Only these; empty: all.'),
    orderTypes: ListOrNone(Words('Order type.'), 'Only orders of these types; empty: all.'),
    statuses: ListOrNone(Words('Status.'), 'Only orders with these statuses; empty: all.'),
    stores: ListOrNone(Words('Store id.'), 'Only orders of these stores; empty: all.'),
    markets: ListOrNone(Words('Market id.'), 'Only orders of these markets; empty: all.'),
    allowPrivateAddresses: FlagWithDefault(false, 'The address may be one of a private network.'),
    active: FlagWithDefault(true, 'An inactive subscription receives nothing.'),
  },
  'A receiver of events (webhooks.md#webhook-subscriptions).',
)
export type WebhookSubscription = Static<typeof WebhookSubscription>

export const connectorsFile = defineConfigFile({
  file: 'connectors.json',
  summary: 'Connectors for payment, shipping, messages and questions, webhook subscriptions and validation hooks.',
  schema: ConfigFile(
    {
      connectors: Type.Array(Connector, { description: 'The connectors.' }),
      webhookSubscriptions: ListOrNone(WebhookSubscription, 'Receivers of events.'),
      privateWebhookHosts: ListOrNone(
        Words('Host of an address, such as erp.internal.'),
        'Hosts that managed subscriptions may name although their addresses are of a private network.',
      ),
      validationHooks: ListOrNone(ValidationHook, 'Services that are asked before an order is created or a payment is taken.'),
    },
    'Connectors. Secrets are in environment variables only.',
  ),
  read: ({ connectors, webhookSubscriptions, privateWebhookHosts, validationHooks }) => ({
    ...{ connectors, webhookSubscriptions, privateWebhookHosts, validationHooks },
  }),
})
export type Connectors = {
  connectors: Connector[]
  webhookSubscriptions: WebhookSubscription[]
  privateWebhookHosts: string[]
  validationHooks: ValidationHook[]
}

const { file } = connectorsFile
const problem = problemIn(file)

/**
 * Ids and names are unique; each connector has a type of its kind and, where it calls someone, an
 * address.
 */
export function findConnectorProblems({ connectors, webhookSubscriptions, validationHooks }: Connectors): ConfigProblem[] {
  const listed = { file, list: 'connectors', items: connectors }
  const subscriptions = { file, list: 'webhookSubscriptions', items: webhookSubscriptions }
  return [
    ...findDuplicates({ ...listed, key: 'id', value: (connector) => connector.id }),
    ...findDuplicates({ ...listed, key: 'name', value: (connector) => connector.name }),
    ...findDuplicates({ ...subscriptions, key: 'id', value: (subscription) => subscription.id }),
    ...connectors.flatMap((connector, index) => findShapeProblems(connector, `connectors[${index}]`)),
    ...findPreviousSecretProblems('connectors', connectors),
    ...findPreviousSecretProblems('webhookSubscriptions', webhookSubscriptions),
    ...findValidationHookProblems(
      validationHooks,
      connectors.filter(({ kind }) => kind === 'ask').map(({ name }) => name),
    ),
  ]
}

function findPreviousSecretProblems(
  list: string,
  items: readonly Pick<Connector, 'secretVariable' | 'previousSecretVariable'>[],
): ConfigProblem[] {
  return items.flatMap(({ secretVariable, previousSecretVariable }, index) => {
    if (previousSecretVariable === null) return []
    const path = `${list}[${index}].previousSecretVariable`
    if (secretVariable === null) {
      const remedy = 'Name the current secret in secretVariable, or remove previousSecretVariable.'
      return [problem(path, 'needs secretVariable, which names the current secret', remedy)]
    }
    if (secretVariable !== previousSecretVariable) return []
    const remedy = 'Name the variable of the former secret, or remove previousSecretVariable.'
    return [problem(path, 'must be another variable than secretVariable: both signatures would be the same', remedy)]
  })
}

function findShapeProblems(connector: Connector, at: string): ConfigProblem[] {
  const types = typesOfKind[connector.kind]
  const problems: ConfigProblem[] = []
  if (!types.includes(connector.type))
    problems.push(
      problem(`${at}.type`, `must be ${types.join(' or ')} for kind ${connector.kind}`, 'Correct the type, or the kind.'),
    )
  const hasAddress = connector.url !== null || connector.urlVariable !== null
  if (connector.type === 'extension') return [...problems, ...findAddressProblems(connector, at)]
  if (connector.type !== 'manual' && !hasAddress)
    problems.push(
      problem(
        `${at}.url`,
        'url or urlVariable is needed',
        'Write the address into url, or name in urlVariable the environment variable that has it.',
      ),
    )
  if (connector.url !== null && connector.urlVariable !== null)
    problems.push(problem(`${at}.url`, 'and urlVariable exclude each other', 'Remove one of the two.'))
  return problems
}

/** What is called in the process has no address, and no secret that would sign the call. */
function findAddressProblems(connector: Connector, at: string): ConfigProblem[] {
  const fields = ['url', 'urlVariable', 'secretVariable', 'previousSecretVariable'] as const
  const given = fields.filter((field) => connector[field] !== null)
  return given.map((field) => problem(`${at}.${field}`, 'has no effect: an extension is called in the process', 'Remove it.'))
}

/** Payment methods use payment connectors that exist. */
export function findPaymentConnectorProblems(methods: readonly PaymentMethod[], { connectors }: Connectors): ConfigProblem[] {
  const references = methods.map((method, index) => ({ path: `paymentMethods[${index}].connector`, name: method.connector }))
  const ofPayments = connectors.filter((connector) => connector.kind === 'payment')
  const names = ofPayments.map((connector) => connector.name)
  const manual = new Set(ofPayments.filter(({ type }) => type === 'manual').map(({ name }) => name))
  const linked = methods.flatMap(({ paymentLink, connector }, index) =>
    paymentLink && manual.has(connector)
      ? [
          problemIn(paymentMethodsFile.file)(
            `paymentMethods[${index}].paymentLink`,
            `the manual connector "${connector}" makes no payment links`,
            'Name a connector of type http, or remove paymentLink.',
          ),
        ]
      : [],
  )
  return [...findUnresolved(paymentMethodsFile.file, references, { what: 'a payment connector', names }), ...linked]
}

/** Subscriptions are limited to markets and stores that exist. */
export function findSubscriptionProblems(
  { webhookSubscriptions }: Connectors,
  stores: readonly Store[],
  markets: readonly Market[],
): ConfigProblem[] {
  const at = (field: 'stores' | 'markets') => namesWithin('webhookSubscriptions', webhookSubscriptions, field)
  return [
    ...findUnresolved(file, at('stores'), { what: 'a store', names: stores.map((store) => store.id) }),
    ...findUnresolved(file, at('markets'), { what: 'a market', names: markets.map((market) => market.id) }),
  ]
}
