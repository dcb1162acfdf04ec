import { DomainError, orRefusal } from '@open-oms/contracts/errors'
import { isOfUnknownPackage } from '../../../order/rules/packages/package-lines.ts'
import { breakDownPackages } from '../../packages/domain/package-breakdown.ts'
import { findPackageProducts } from '../../packages/package-products.ts'
import type { TransactionStep } from './step-definition.ts'

const ID_LENGTH = 20

/**
 * Breaks down the packages and bundles that are not broken down yet, all or none
 * (workflow-steps.md#product-steps, packages.md#package-breakdown). Now nothing more is going to be
 * selected: a bundle that lacks a required component is an error.
 */
export const productPackageBreakDown: TransactionStep = {
  kind: 'transaction',
  names: ['ProductPackageBreakDown'],
  properties: {},
  reference: {
    does: 'Breaks packages and bundles down into their components, all or none',
    conditions: ['a line is a package that is not broken down'],
    connectorKinds: [],
    warnings: ['there is no package to break down'],
    errors: ['the catalogue does not know a package', 'a required component is missing'],
    section: 'product-steps',
    example: { within: { orderType: 'Online', status: 'New' } },
  },
  async carryOut(tx, order, { config, randomText, readProducts }) {
    const whole = order.orderForm.lineItems.filter((line) => !line.isPackageBrokeDown)
    const products = await findPackageProducts(tx, whole, { readProducts })
    const unknown = whole.find((line) => isOfUnknownPackage(line, products))
    if (unknown !== undefined) {
      const errorReason = `The catalogue does not know "${unknown.code || unknown.productId || ''}", the package of line "${unknown.lineItemId}".`
      return { order, actionStatus: 'Error', errorReason }
    }
    const context = { products, config, newId: () => randomText(ID_LENGTH), breaksDown: true, isFinal: true }
    const broken = orRefusal(() => breakDownPackages(order, context))
    if (broken instanceof DomainError) return { order, actionStatus: 'Error', errorReason: broken.message }
    if (broken.brokenDown.length > 0) return { order: broken.order, actionStatus: 'Success' }
    return { order, actionStatus: 'Warning', message: 'There is no package to break down.' }
  },
}
