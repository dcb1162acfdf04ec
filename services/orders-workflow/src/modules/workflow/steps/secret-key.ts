import { flagProperty, stepProperty } from '@open-oms/extend/step'
import type { ChangeStep } from './step-definition.ts'

const LENGTH = 16

/**
 * Gives the order the key by which a guest may look it up; an existing one is kept unless
 * `OverwriteExisting`.
 */
export const generateSecretKey: ChangeStep = {
  kind: 'change',
  names: ['GenerateSecretKey'],
  properties: {
    Length: {
      values: /^([1-9]|[1-5]\d|6[0-4])$/,
      type: 'number',
      meaning: 'The number of characters.',
      default: String(LENGTH),
      limits: '1 to 64',
    },
    OverwriteExisting: flagProperty('Whether a key that the order has is replaced.', false),
  },
  reference: {
    does: 'Gives the order a random alphanumeric `secretKey`, by which a guest may look it up',
    conditions: [],
    connectorKinds: [],
    warnings: ['the order has a key already'],
    errors: [],
    section: 'generate-secret-key',
    example: { within: { orderType: 'Online', status: 'New' }, properties: [{ key: 'Length', value: '24' }] },
  },
  apply(order, { step, randomText }) {
    const overwrites = stepProperty(step, 'OverwriteExisting')?.toLowerCase() === 'true'
    if (order.secretKey && !overwrites) return { order, actionStatus: 'Warning', message: 'The order has a secret key already.' }
    const secretKey = randomText(Number(stepProperty(step, 'Length') ?? LENGTH))
    return { order: { ...order, secretKey }, actionStatus: 'Success' }
  },
}
