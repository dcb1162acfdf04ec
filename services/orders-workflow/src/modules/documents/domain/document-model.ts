import { DomainError } from '@open-oms/contracts/errors'
import type { DocumentTemplate } from '@open-oms/contracts/orders/document-template'
import { documentTemplates } from '@open-oms/contracts/orders/document-template'
import { type DocumentBlock, type DocumentModel, laidOut } from './document-blocks.ts'
import {
  type DocumentContext,
  type DocumentRequest,
  documentContext,
  orderName,
  type PrintedTemplate,
  showsPrices,
} from './document-context.ts'
import { documentBarcodes, documentFacts } from './document-facts.ts'
import { documentLocale } from './document-format.ts'
import { goodsTables } from './document-goods.ts'
import { paymentBlocks, totalsBlock } from './document-money.ts'
import { documentParties } from './document-parties.ts'
import { printable, printableLines } from './document-text.ts'
import type { DocumentWord } from './document-words.ts'

const titles = {
  'order-confirmation': 'orderConfirmation',
  'delivery-note': 'deliveryNote',
  invoice: 'invoice',
  receipt: 'receipt',
  'pick-list': 'pickList',
  'packing-slip': 'packingSlip',
} as const satisfies Record<PrintedTemplate, DocumentWord>

/**
 * The template with this name, in any letter case, with or without a file extension. Raises
 * `TemplateNotFound`.
 */
export function documentTemplate(templateFile: string): DocumentTemplate {
  const name = templateFile.toLowerCase().replace(/\.[a-z0-9]+$/, '')
  const template = documentTemplates.find((known) => known === name)
  if (template !== undefined) return template
  throw new DomainError(
    'TemplateNotFound',
    `There is no template "${printable(templateFile)}". Known: ${documentTemplates.join(', ')}.`,
  )
}

/**
 * The content of a document of an order (documents-and-notifications.md#pdf-documents). Pure: equal
 * orders, configuration and time give equal documents. Raises `NotFound` for a shipment that the
 * order does not have.
 */
export function documentModel(request: DocumentRequest): DocumentModel {
  return buildDocumentModel(documentContext(request), request)
}

/** The same of a context that is made already. */
export function buildDocumentModel(
  context: DocumentContext,
  { layout, now }: Pick<DocumentRequest, 'layout' | 'now'>,
): DocumentModel {
  const { template, order, market, words } = context
  return {
    source: { template, orderIds: [order.id] },
    language: documentLocale(market),
    title: layout.title ?? words[titles[template]],
    subject: printable(orderName(order), 60),
    created: now.toISOString(),
    ...documentIssuer(context, layout.footer),
    facts: documentFacts(context),
    barcodes: documentBarcodes(context),
    parties: documentParties(context),
    blocks: laidOut(layout, {
      lines: () => goodsTables(context),
      ...(showsPrices(context) ? { totals: () => [totalsBlock(context)], payments: () => paymentBlocks(context) } : {}),
      comment: () => comments(context),
    }),
    pagePattern: words.page,
  }
}

type IssuerContext = Pick<DocumentContext, 'config' | 'store'> & { order: Pick<DocumentContext['order'], 'storeId'> }

/** The company of the store, else the store. A footer of the layout wins. */
export function documentIssuer(
  { config, order, store }: IssuerContext,
  footer: string | null = null,
): Pick<DocumentModel, 'issuer' | 'footer'> {
  const companyCode = store?.accountingCompanyCode
  const company = config.settings.documents.issuers.find((issuer) => issuer.companyCode === companyCode)
  const name = company?.name ?? store?.name ?? order.storeId
  return {
    issuer: { name: printable(name), lines: printableLines(company?.lines ?? [], 80) },
    footer: footer ?? printable(company?.footer),
  }
}

const COMMENT_LINES_MAX = 20

function comments({ order }: DocumentContext): DocumentBlock[] {
  const lines = (order.invoiceComment ?? '').split('\n').slice(0, COMMENT_LINES_MAX)
  const texts = printableLines(lines)
  return texts.length === 0 ? [] : [{ type: 'texts', lines: texts }]
}
