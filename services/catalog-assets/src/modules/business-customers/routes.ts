import type { BusinessCustomer } from '@open-oms/contracts/catalog/business-customer'
import * as contracts from '@open-oms/contracts/catalog/business-customer-routes'
import { JsonText, type RouteResponse } from '@open-oms/service-kit/http/route-response'
import { register, type Server, type TypedRequest } from '@open-oms/service-kit/server/register-route'
import type { Deps } from '../../deps.ts'
import { receiveUpload } from '../incoming-files/receive-upload.ts'
import { addCustomerAssets, deleteCustomerAssets, updateCustomerAssets } from './change-customer-assets.ts'
import { getBusinessCustomer, getCustomerAssets, listBusinessCustomers } from './get-business-customer.ts'
import { saveBusinessCustomer } from './save-business-customer.ts'

/** These routes download files between their transactions. */
const separately = { transactions: 'separate' } as const

export function registerBusinessCustomers(app: Server, deps: Deps): void {
  register(app, deps, contracts.saveBusinessCustomer, async (deps, { body, caller, traceId }) => {
    const { customer, isNew } = await saveBusinessCustomer(deps, { input: body, actor: caller.actor, correlationId: traceId })
    const location = `/api/BusinessCustomer/${encodeURIComponent(customer.id)}`
    return isNew ? { status: 201, body: customer, headers: { location } } : { status: 200, body: customer }
  })

  register(app, deps, contracts.listBusinessCustomers, async (deps, { query }) => ({
    body: new JsonText(await listBusinessCustomers(deps, { ...query, take: query.take ?? contracts.CUSTOMERS_MAX })),
  }))

  register(app, deps, contracts.getBusinessCustomer, async (deps, { params }) => ({
    body: new JsonText(await getBusinessCustomer(deps, params.id)),
  }))

  register(app, deps, contracts.getCustomerAssets, async (deps, { params, query }) => ({
    body: await getCustomerAssets(deps, { id: params.id, assetIds: query.assetIds }),
    headers: { 'cache-control': 'no-store' },
  }))

  registerCustomerAssets(app, deps)
}

function registerCustomerAssets(app: Server, deps: Deps): void {
  register(
    app,
    deps,
    contracts.addCustomerAsset,
    async (deps, request) => {
      const upload = await receiveUpload(request.file, request.query.fileName ?? null)
      return customerResponse(await addCustomerAssets(deps, { ...toCustomerCommand(request), inputs: [{}], upload }))
    },
    separately,
  )

  register(
    app,
    deps,
    contracts.addCustomerAssets,
    async (deps, request) =>
      customerResponse(await addCustomerAssets(deps, { ...toCustomerCommand(request), inputs: request.body })),
    separately,
  )

  register(
    app,
    deps,
    contracts.updateCustomerAssets,
    async (deps, request) =>
      customerResponse(await updateCustomerAssets(deps, { ...toCustomerCommand(request), inputs: request.body })),
    separately,
  )

  register(
    app,
    deps,
    contracts.deleteCustomerAssets,
    async (deps, request) =>
      customerResponse(await deleteCustomerAssets(deps, { ...toCustomerCommand(request), assetIds: request.query.assetIds })),
    separately,
  )
}

function customerResponse(customer: BusinessCustomer): RouteResponse {
  return { body: customer }
}

type CustomerRequest = Pick<TypedRequest, 'traceId' | 'recordResponse'> & { params: { id: string }; caller: { actor: string } }

function toCustomerCommand({ params, caller, traceId, recordResponse }: CustomerRequest) {
  const record = (tx: Parameters<typeof recordResponse>[0], customer: BusinessCustomer) =>
    recordResponse(tx, customerResponse(customer))
  return { id: params.id, actor: caller.actor, correlationId: traceId, record }
}
