import * as contracts from '@open-oms/contracts/orders/routes/templates'
import { type Caller, isInScope, requireAllStores } from '@open-oms/service-kit/authentication/caller'
import { register, type Server } from '@open-oms/service-kit/server/register-route'
import type { DocumentDeps } from '../../documents/document-deps.ts'
import { givenTemplates } from './given-templates.ts'
import { listTemplates, previewTemplate } from './preview-template.ts'
import { createTemplateTrial } from './template-trial.ts'

export function registerTemplates(app: Server, deps: DocumentDeps): void {
  const trial = createTemplateTrial()
  app.addHook('onClose', trial.stop)
  register(app, deps, contracts.listTemplates, async (deps) => ({ body: listTemplates(deps.config()) }))
  register(app, deps, contracts.checkTemplates, async (deps, { body, caller }) => {
    requireAllTemplates(caller, body)
    const config = deps.config()
    const templates = body.files == null ? config.templates : givenTemplates(body.files)
    return { body: { problems: await trial.run('check', { config: { ...config, templates } }) } }
  })
  register(app, deps, contracts.previewTemplate, async (_deps, { params, body, caller }) => {
    requireAllTemplates(caller, body)
    const input = { name: params.name, request: body, isInScope: (storeId: string | null) => isInScope(caller, storeId) }
    return { body: await previewTemplate({ ...deps, trial }, input) }
  })
}

/** Templates are of all stores; a message by those in force may be previewed in any. */
function requireAllTemplates(caller: Caller, { files }: { files?: readonly unknown[] | null | undefined }): void {
  if (files != null) requireAllStores(caller, 'Templates of a request are')
}
