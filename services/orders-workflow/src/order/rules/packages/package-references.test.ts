import { DomainError } from '@open-oms/contracts/errors'
import type { ShipmentPackage } from '@open-oms/contracts/orders/shipment'
import type { InputOf } from '@open-oms/contracts/primitives'
import { collectProblems } from '@open-oms/contracts/problems'
import t from 'tap'
import { sampleOrder } from '../../../testing/sample-order.ts'
import { checkReferences, withFittingReferences } from './package-references.ts'

type Reference = NonNullable<InputOf<ShipmentPackage>['lineItemReferences']>[number]

/** A shipment of 3 of line 1 and 1 of line 2, with a package for each list of references. */
function packed(...packages: Reference[][]) {
  const lineItems = [
    { lineItemId: '1', quantity: 3 },
    { lineItemId: '2', quantity: 1 },
  ]
  const shipments = [{ packages: packages.map((lineItemReferences) => ({ lineItemReferences })) }]
  const [shipment] = sampleOrder({ lineItems, shipments } as never).orderForm.shipments
  return shipment as NonNullable<typeof shipment>
}

function packageProblems(...packages: Reference[][]): string[] {
  const problems = collectProblems()
  checkReferences(packed(...packages), 'packages', problems)
  try {
    problems.throwIfAny()
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return Object.keys(error.details.errors ?? {})
  }
  return []
}

t.test('given a line in several packages, when references are checked, then they may share its quantity', async (t) => {
  t.same(packageProblems([{ lineItemId: '1', quantity: 2 }, { lineItemId: '2' }], [{ lineItemId: '1', quantity: 1 }]), [])
  t.same(packageProblems([{ lineItemId: '1' }], [{ lineItemId: '1' }], [{ lineItemId: '1', quantity: 3 }]), [])
  t.same(packageProblems([{ lineItemId: '1', quantity: 0 }]), [])
})

t.test('given wrong references of packages, when they are checked, then each is named by its path', async (t) => {
  const second = 'packages[1].lineItemReferences[0]'
  t.same(packageProblems([{ lineItemId: '1', quantity: 2 }], [{ lineItemId: '1', quantity: 1.001 }]), [`${second}.quantity`])
  t.same(packageProblems([], [{ lineItemId: '2', quantity: -1 }]), [`${second}.quantity`])
  t.same(packageProblems([], [{ lineItemId: '3' }]), [`${second}.lineItemId`])
  t.same(packageProblems([], [{ quantity: 1 }]), [`${second}.lineItemId`])
})

t.test('given packages, when units leave the shipment, then the last packages lose their references first', async (t) => {
  const shipment = packed([{ lineItemId: '1', quantity: 2 }, { lineItemId: '2' }], [{ lineItemId: '1', quantity: 1 }])
  t.equal(withFittingReferences(shipment).packages[0], shipment.packages[0])
  const lineItems = shipment.lineItems.filter(({ lineItemId }) => lineItemId === '1').map((line) => ({ ...line, quantity: 1 }))
  t.same(
    withFittingReferences({ ...shipment, lineItems }).packages.map(({ lineItemReferences }) => lineItemReferences),
    [[{ lineItemId: '1', quantity: 1 }], []],
  )
})
