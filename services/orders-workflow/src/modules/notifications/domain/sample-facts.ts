import type { TemplateData } from '@open-oms/contracts/templates/template-data'
import { builtInMessages } from '@open-oms/contracts/templates/template-names'

type SampleFacts = Partial<Pick<TemplateData, 'tracking' | 'pickupDeadline' | 'paymentLink' | 'cancelledLines' | 'comment'>>

const tracking = ['https://tracking.example/370438101234567890']
const pickupDeadline = '2026-03-08T17:00:00.000Z'

const factsOf: Readonly<Record<string, SampleFacts>> = {
  shipped: { tracking },
  'ready-for-pickup': { pickupDeadline },
  'payment-link': { paymentLink: { url: 'https://pay.example/1f6b2', amount: 498.9, until: '2026-03-08T17:00:00.000Z' } },
  'lines-cancelled': { cancelledLines: [{ name: 'Cup «Fjord» <35 cl>', quantity: 1, unit: 'pcs', packageName: null }] },
  comment: { comment: { text: 'Your order is delayed.\nWe are sorry.' } },
}

/**
 * What only some messages have, for previews and checks of templates (templates.md#preview). A
 * message of the tenant, and the layout of all notifications, have what notifications have.
 */
export function sampleFacts(name: string): SampleFacts {
  const isBuiltIn = (builtInMessages as readonly string[]).includes(name)
  return factsOf[name] ?? (isBuiltIn ? {} : { tracking, pickupDeadline })
}
