import type { ConfigText } from '@open-oms/contracts/config/config-file'
import type { Market } from '@open-oms/contracts/config/markets'
import { DomainError, invalid, invariant } from '@open-oms/contracts/errors'
import type { Order } from '@open-oms/contracts/orders/order'
import type { InputOf } from '@open-oms/contracts/primitives'
import { builtInMessages, PARTIALS } from '@open-oms/contracts/templates/template-names'
import type { TemplateList, TemplatePreview, TemplatePreviewRequest } from '@open-oms/contracts/templates/templates'
import type { OrdersConfig } from '../../../order/rules/context/orders-config.ts'
import { type OrderKey, readOrderDocument } from '../../../order/store/order-queries.ts'
import { previewOrder } from '../../documents/data/sample-order.ts'
import type { DocumentDeps } from '../../documents/document-deps.ts'
import type { PrintedTemplate } from '../../documents/domain/document-context.ts'
import { documentModel } from '../../documents/domain/document-model.ts'
import { LOGO_ADDRESS } from '../domain/message-content.ts'
import { isDocument, templateKey } from '../templates/template-path.ts'
import { builtInFiles, templateSet } from '../templates/template-set.ts'
import { givenTemplates } from './given-templates.ts'
import { type MessagePreview, type Preview, printedShipment } from './template-tasks.ts'
import type { TemplateTrial } from './template-trial.ts'

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

export type PreviewTemplate = {
  name: string
  request: InputOf<TemplatePreviewRequest>
  isInScope: OrderKey['isInScope']
}

type PreviewDeps = Pick<DocumentDeps, 'query' | 'config' | 'now' | 'documents'> & { trial: TemplateTrial }

const NOTHING = { subject: null, text: null, html: null, sms: null, pdf: null }

/**
 * Renders a message or a document and sends nothing (templates.md#preview). Given files replace
 * the templates of the tenant; where they have problems, nothing is rendered. Raises
 * `TemplateNotFound`, `NotFound`, `ValidationFailed` for an unknown market, `TemplateFailed` for a
 * message that only the tenant has and that cannot be rendered, and for what takes too long, and
 * what drawing raises.
 */
export async function previewTemplate(
  deps: PreviewDeps,
  { name, request, isInScope }: PreviewTemplate,
): Promise<TemplatePreview> {
  const { trial } = deps
  const current = deps.config()
  const config = request.files == null ? current : { ...current, templates: givenTemplates(request.files) }
  const problems = request.files == null ? [] : await trial.run('check', { config })
  if (problems.length > 0) return { name, ...NOTHING, problems }
  const parts = templateParts(name, config)
  const market = findMarket(request.marketId ?? null, config)
  const order = await loadPreviewOrder(deps, { orderId: request.orderId ?? null, isInScope, config, market })
  const preview: Preview = { name, order, shipmentId: request.shipmentId ?? null, marketId: market?.id ?? null, config }
  const message = parts.isMessage ? withLogo(await trial.run('message', preview), deps.documents.logo()) : {}
  const pdf = parts.isDocument ? { pdf: await pdfPreview(deps, preview) } : {}
  return { name, ...NOTHING, problems: [], ...message, ...pdf }
}

/**
 * Raises `TemplateNotFound`. A credit note is no template of a PDF of an order: it is made with its
 * return form.
 */
function templateParts(name: string, { templates }: OrdersConfig) {
  const own = [...templateSet(templates).templates.values()]
  const isMessage =
    (builtInMessages as readonly string[]).includes(name) ||
    own.some((template) => template.name === name && template.part !== 'pdf')
  const isDrawn = isDocument(name) && name !== 'credit-note'
  if (!isMessage && !isDrawn)
    throw new DomainError('TemplateNotFound', `There is no message or document "${name.slice(0, 100)}".`)
  return { isMessage, isDocument: isDrawn }
}

function findMarket(marketId: string | null, { markets }: OrdersConfig): Market | null {
  if (marketId === null) return null
  const market = markets.find(({ id }) => id === marketId)
  if (market === undefined) throw invalid('marketId', 'is not a configured market')
  return market
}

type OrderRequest = Pick<OrderKey, 'isInScope'> & { orderId: string | null; config: OrdersConfig; market: Market | null }

async function loadPreviewOrder(
  deps: Pick<PreviewDeps, 'query'>,
  { orderId, isInScope, config, market }: OrderRequest,
): Promise<Order> {
  if (orderId !== null) return JSON.parse((await readOrderDocument(deps, { orderId, isInScope })).document) as Order
  const usual = market ?? config.markets.find(({ isDefault }) => isDefault)
  invariant(usual !== undefined, 'the configuration has a default market')
  return previewOrder({ config, market: usual })
}

/** A browser cannot look into the attachments of a mail. */
function withLogo(preview: MessagePreview, logo: Uint8Array | null): MessagePreview {
  if (logo === null || preview.html === null) return preview
  const type = logo[0] === 0x89 ? 'image/png' : 'image/jpeg'
  const image = `data:${type};base64,${Buffer.from(logo).toString('base64')}`
  return { ...preview, html: preview.html.replaceAll(LOGO_ADDRESS, () => image) }
}

async function pdfPreview({ now, documents, trial }: PreviewDeps, preview: Preview): Promise<string> {
  const { name, order, marketId, config } = preview
  const layout = await trial.run('layout', preview)
  const request = { template: name as PrintedTemplate, order, shipmentId: printedShipment(preview), config, layout, now: now() }
  const bytes = await documents.render(documentModel({ ...request, ...(marketId === null ? {} : { marketId }) }))
  return Buffer.from(bytes).toString('base64')
}
