import { type ChangeStep, stepProperty } from './step-definition.ts'

const LENGTH = 16

/**
 * Gives the order the key by which a guest may look it up; an existing one is kept unless
 * `OverwriteExisting`.
 */
export const generateSecretKey: ChangeStep = {
  kind: 'change',
  names: ['GenerateSecretKey'],
  properties: { Length: /^([1-9]|[1-5]\d|6[0-4])$/, OverwriteExisting: /^(true|false)$/i },
  apply(order, { step, randomText }) {
    const overwrites = stepProperty(step, 'OverwriteExisting')?.toLowerCase() === 'true'
    if (order.secretKey && !overwrites) return { order, actionStatus: 'Warning', message: 'The order has a secret key already.' }
    const secretKey = randomText(Number(stepProperty(step, 'Length') ?? LENGTH))
    return { order: { ...order, secretKey }, actionStatus: 'Success' }
  },
}
