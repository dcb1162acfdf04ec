import * as contracts from '@open-oms/contracts/orders/customers/routes'
import { register, type Server } from '@open-oms/service-kit/server/register-route'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import { requireColleagues } from '../colleagues/colleagues.ts'
import { addCustomerNote, changeCustomerNote, deleteCustomerNote } from './customer-notes.ts'
import { findCustomers, getCustomer, listOrdersOfCustomer } from './read-customers.ts'

export function registerCustomers(app: Server, deps: OrderDeps): void {
  register(app, deps, contracts.findCustomers, async (deps, { caller, query }) => ({
    body: await findCustomers(deps, caller, query),
  }))
  register(app, deps, contracts.getCustomer, async (deps, { caller, params }) => ({
    body: await getCustomer(deps, caller, params.customerKey),
  }))
  register(app, deps, contracts.listOrdersOfCustomer, async (deps, { caller, params, query }) => ({
    body: await listOrdersOfCustomer(deps, caller, { ...params, ...query }),
  }))
  register(app, deps, contracts.addCustomerNote, async (deps, { caller, params, body }) => ({
    body: await addCustomerNote(deps, caller, {
      ...params,
      text: body.text,
      mentions: await requireColleagues(deps, caller, body.mentions),
    }),
  }))
  register(app, deps, contracts.changeCustomerNote, async (deps, { caller, params, body }) => {
    const { mentions, ...others } = body
    const names = mentions === undefined ? {} : { mentions: await requireColleagues(deps, caller, mentions) }
    return { body: await changeCustomerNote(deps, caller, { ...params, change: { ...others, ...names } }) }
  })
  register(app, deps, contracts.deleteCustomerNote, async (deps, { caller, params }) => {
    await deleteCustomerNote(deps, caller, params)
    return {}
  })
}
