import * as contracts from '@oms/contracts/orders/routes/templates'
import { isInScope } from '@oms/service-kit/authentication/caller'
import { register, type Server } from '@oms/service-kit/server/register-route'
import type { DocumentDeps } from '../../documents/document-deps.ts'
import { checkTemplates } from './check-templates.ts'
import { listTemplates } from './list-templates.ts'
import { previewTemplate } from './preview-template.ts'

export function registerTemplates(app: Server, deps: DocumentDeps): void {
  register(app, deps, contracts.listTemplates, async (deps) => ({ body: listTemplates(deps.config()) }))
  register(app, deps, contracts.checkTemplates, async (deps, { body }) => ({
    body: checkTemplates(deps.config(), body.files ?? null),
  }))
  register(app, deps, contracts.previewTemplate, async (_deps, { params, body, caller }) => ({
    body: await previewTemplate(deps, { name: params.name, request: body, isInScope: (storeId) => isInScope(caller, storeId) }),
  }))
}
