import type { Order } from '@open-oms/contracts/orders/order'
import { isStatusIn } from '../../../../order/rules/context/return-type.ts'
import { putBack, type ReturnedLine, returnedLines } from '../../../../order/rules/stock/inventory-returns.ts'
import { findRunReturnForm } from '../return-form.ts'
import type { StockContext, StockStep } from '../step-definition.ts'

/** Puts what a return form brings back into stock, each line once (inventory.md#returned-stock). */
export const updateInventory: StockStep = {
  kind: 'stock',
  names: ['UpdateInventory'],
  properties: {},
  reference: {
    does: 'Puts the returned goods of the return form back into stock, each line once',
    conditions: ['the run is of a return form', 'the form is not cancelled'],
    connectorKinds: [],
    warnings: ['the run is of no return form', 'there is nothing to put back'],
    errors: ['there is no known warehouse for a SKU'],
    section: 'stock-steps',
    example: { within: { orderType: 'ReturnOrder', status: 'Completed' } },
  },
  places(order, _lines, context) {
    const known = new Set(context.stores.flatMap(({ warehouses }) => warehouses))
    const places = toReturnedLines(order, context).flatMap(({ location }) => location ?? [])
    return {
      existing: places.filter(({ warehouseCode }) => !known.has(warehouseCode)),
      made: places.filter(({ warehouseCode }) => known.has(warehouseCode)),
    }
  },
  move(order, stock, context) {
    const { returnId } = context.run
    if (returnId === null) return { order, actionStatus: 'Warning', message: 'The run is for no return form.' }
    const { units, lost } = putBack(stock, returnId, toReturnedLines(order, context))
    if (lost.size > 0) {
      const names = [...lost].slice(0, 5).map((skuId) => `"${skuId.slice(0, 50)}"`)
      return { order, actionStatus: 'Error', errorReason: `There is no known warehouse to put ${names.join(', ')} back into.` }
    }
    if (units === 0) return { order, actionStatus: 'Warning', message: 'There is nothing to put back into stock.' }
    return { order, actionStatus: 'Success' }
  },
}

function toReturnedLines(order: Order, context: StockContext): ReturnedLine[] {
  const form = findRunReturnForm(order, context)
  const isBack = form !== undefined && !isStatusIn(context.canceledReturns)(form.status)
  return !isBack ? [] : returnedLines({ order, form, stores: context.stores })
}
