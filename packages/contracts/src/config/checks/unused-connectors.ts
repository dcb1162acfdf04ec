import type { ConfigProblem } from '../config-file.ts'
import { type Connector, type Connectors, connectorsFile } from '../connectors.ts'
import { type ConsolePlaces, consolePlacesFile } from '../console-places.ts'
import { type OrderType, orderTypesFile } from '../order-types.ts'
import { type PaymentMethod, paymentMethodsFile } from '../payment-methods.ts'

type ConnectorReferences = { types: readonly OrderType[]; methods: readonly PaymentMethod[] } & Pick<
  Connectors,
  'connectors' | 'validationHooks'
> &
  Pick<ConsolePlaces, 'buttons'>

/**
 * Warnings about connectors that are switched off where they are needed, and about those that
 * nothing names.
 */
export function findConnectorWarnings({
  types,
  methods,
  connectors,
  validationHooks,
  buttons,
}: ConnectorReferences): ConfigProblem[] {
  const steps = types.flatMap(({ orderStatuses }, type) =>
    orderStatuses.flatMap(({ workflowSteps }, status) =>
      workflowSteps.flatMap((step, index) =>
        step.active && step.connector !== null
          ? [
              {
                file: orderTypesFile.file,
                path: `orderTypes[${type}].orderStatuses[${status}].workflowSteps[${index}].connector`,
                name: step.connector,
              },
            ]
          : [],
      ),
    ),
  )
  const ofMethods = methods.map(({ connector: name }, index) => ({
    file: paymentMethodsFile.file,
    path: `paymentMethods[${index}].connector`,
    name,
  }))
  const ofHooks = validationHooks.flatMap(({ active, connector: name }, index) =>
    active ? [{ file: connectorsFile.file, path: `validationHooks[${index}].connector`, name }] : [],
  )
  const ofButtons = buttons.map(({ connector: name }, index) => ({
    file: consolePlacesFile.file,
    path: `buttons[${index}].connector`,
    name,
  }))
  const references = [...steps, ...ofMethods, ...ofHooks, ...ofButtons]
  const off = new Set(connectors.filter(({ active }) => !active).map(({ name }) => name))
  return [
    ...references
      .filter(({ name }) => off.has(name))
      .map(({ file, path, name }) => ({
        file,
        path,
        reason: `connector "${name}" is switched off: what needs it fails`,
        remedy: `Set "active": true on it, or name another connector.`,
      })),
    ...connectors.flatMap((connector, index) => unusedConnector(connector, `connectors[${index}]`, references)),
  ]
}

/**
 * Kinds that nothing but a step, a payment method, a validation hook or a button asks for. E-mail,
 * SMS and export connectors are asked for by kind or by requests.
 */
const askedForByName: readonly Connector['kind'][] = ['payment', 'shipping', 'webhook', 'ask']

function unusedConnector({ active, kind, name }: Connector, at: string, used: readonly { name: string }[]): ConfigProblem[] {
  if (!active || !askedForByName.includes(kind) || used.some((one) => one.name === name)) return []
  return [
    {
      file: connectorsFile.file,
      path: `${at}.name`,
      reason: `no step, payment method, validation hook or button uses connector "${name}"`,
      remedy: 'Name it in one of them, or remove it.',
    },
  ]
}
