import type { ConfigText } from '@oms/contracts/config/config-file'
import { PARTIALS } from '@oms/contracts/templates/template-names'
import type { TemplateList } from '@oms/contracts/templates/templates'
import type { OrdersConfig } from '../../../order/rules/context/orders-config.ts'
import { templateKey } from '../templates/template-path.ts'
import { builtInFiles } from '../templates/template-set.ts'

type Entry = TemplateList['result'][number]

const pieces = { name: PARTIALS, language: null, part: null }

/**
 * The templates of the tenant, then the built-in ones, with their texts
 * (templates.md#template-files).
 */
export function listTemplates({ templates }: Pick<OrdersConfig, 'templates'>): TemplateList {
  return { result: [...toTemplateEntries(templates, 'Tenant'), ...toTemplateEntries(builtInFiles(), 'BuiltIn')] }
}

function toTemplateEntries(files: readonly ConfigText[], origin: Entry['origin']): Entry[] {
  return files.flatMap((file) => {
    const key = templateKey(file.path)
    if (key === null) return []
    const what = 'partial' in key ? pieces : key
    return [{ ...what, origin, ...file }]
  })
}
