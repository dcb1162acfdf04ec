import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { tenantConfigFiles } from '@open-oms/contracts/config/tenant-config'
import type { DocumentTemplate } from '@open-oms/contracts/orders/document-template'
import type { Order } from '@open-oms/contracts/orders/order'
import type { TemplatedDocument } from '@open-oms/contracts/templates/template-names'
import { loadTenantConfig } from '@open-oms/service-kit/config/load-tenant-config'
import { documentLayout } from '../../modules/documents/data/document-layout.ts'
import type { DocumentLayout } from '../../modules/documents/domain/document-blocks.ts'
import type { DocumentConfig, DocumentRequest } from '../../modules/documents/domain/document-context.ts'
import { calculateTotals } from '../../order/rules/totals/order-totals.ts'
import { type SampleForm, type SampleOrder, sampleOrder, sampleTerms } from '../sample-order.ts'

const sampleFolder = fileURLToPath(new URL('../../../../../config', import.meta.url))

/** The sample tenant's logo. */
export const sampleLogo = readFileSync(`${sampleFolder}/logo.png`)

/** The parts of the sample tenant for documents. */
export const documentConfig: DocumentConfig = {
  ...(await loadTenantConfig({
    directory: sampleFolder,
    files: tenantConfigFiles,
    checks: [],
    names: ['markets', 'stores', 'orderTypes', 'settings'],
  })),
  // Built-in templates only: tests of documents are not about the sample tenant's texts.
  templates: [],
}

const address = {
  name: 'Kari Nordmann',
  line1: 'Storgata',
  streetNumber: '12B',
  postalCode: '0184',
  city: 'Oslo',
  countryCode: 'NO',
}

const form: SampleForm = {
  lineItems: [
    {
      code: 'CUP-1',
      displayName: 'Cup «Fjord»',
      size: '35 cl',
      color: 'Blue',
      quantity: 4,
      placedPrice: 129,
      taxRate: 25,
      discounted: 51.6,
      unit: 'pcs',
      internalWarehouseLocation: 'A-12-3',
      gtins: ['7038010001234'],
      deliveredQuantity: 1,
    },
    {
      code: 'COFFEE',
      displayName: 'Coffee 500 g',
      quantity: 2,
      placedPrice: 149.9,
      taxRate: 15,
      internalWarehouseLocation: 'A-2-1',
    },
    { code: 'BOOK', displayName: 'Cook book', quantity: 1, placedPrice: 399, taxRate: 0 },
    {
      code: 'LAMP',
      displayName: 'Floor lamp',
      quantity: 2,
      canceledQuantity: 1,
      placedPrice: 1899,
      taxRate: 25,
      serialNumber: 'SN-42',
    },
  ],
  discounts: [{ discountType: 'Order', rewardType: 'Money', discountValue: 150, discountName: 'Welcome back' }],
  handlingTotal: 29,
  grossRoundoff: 0.4,
  shipments: [
    {
      shippingMethodName: 'Home delivery',
      shippingSubTotal: 99,
      shipmentTrackingNumber: '370438101234567890',
      warehouseCode: 'Central',
      comment: 'Ring the bell',
      address,
    },
  ],
  payments: [
    {
      id: '1',
      amount: 500,
      transactionType: 'Sale',
      status: 'Processed',
      paymentMethodName: 'Vipps',
      created: '2026-03-01T11:00:00Z',
    },
    {
      id: '2',
      amount: 1500,
      transactionType: 'Invoiced',
      status: 'Processed',
      paymentMethodName: 'Invoice',
      invoiceId: 'F-20061',
      paidDate: '2026-03-02T23:30:00Z',
      properties: [{ key: 'KidNumber', value: '0020061123456' }],
    },
  ],
}

const head: SampleOrder = {
  orderNumber: 'O-000042',
  customerNumber: 'C-1001',
  customerReference: 'Per Hansen',
  customerRequisition: 'R-7',
  customerPhone: '+47 912 34 567',
  customerEmail: 'kari@example.com',
  paymentTermsNet: 14,
  invoiceComment: 'Thank you.\nInterest is charged on late payment.',
  billingAddress: { ...address, organization: 'Nordmann Interiør AS', organizationalNumber: '999 888 777' },
}

/**
 * An order with everything that documents show: 3,040.60 NOK, three tax rates. Fields that are
 * passed replace the sample's.
 */
export function documentOrder({ form: parts = {}, order = {} }: { form?: SampleForm; order?: SampleOrder } = {}): Order {
  const { lineItems = [], shipments = [], ...whole } = { ...form, ...parts }
  const kept = { ...whole, lineItems: lineItems.map(reserved), shipments: shipments.map(withReserved) }
  return calculateTotals(sampleOrder(kept, { ...head, ...order }), sampleTerms)
}

type SampleLine = NonNullable<SampleForm['lineItems']>[number]
type SampleShipment = NonNullable<SampleForm['shipments']>[number]

const reserved = (line: SampleLine): SampleLine => ({ updateStock: true, reservedInventoryQuantity: line.quantity ?? 1, ...line })

function withReserved(shipment: SampleShipment): SampleShipment {
  return shipment.lineItems === undefined ? shipment : { ...shipment, lineItems: shipment.lineItems.map(reserved) }
}

/** What the built-in template of a document decides. */
export function builtInLayout(name: TemplatedDocument): DocumentLayout {
  return documentLayout({ name, order: documentOrder(), config: documentConfig })
}

/** A request for a document of that order. */
export function documentRequest(template: DocumentTemplate, more: Partial<DocumentRequest> = {}): DocumentRequest {
  const now = new Date('2026-03-05T08:00:00Z')
  const request = { order: documentOrder(), template, shipmentId: null, config: documentConfig, now, ...more }
  return { ...request, layout: builtInLayout(template), ...more }
}
