import type { workflowPictureEn } from '../en/workflow-picture.ts'

/** What the picture of an order's workflow says, in Norwegian. */
export const workflowPictureNb: typeof workflowPictureEn = {
  loading: 'Laster arbeidsflyten',
  label: 'Ordrens vei gjennom statusene. Listene nedenfor sier det samme.',
  now: 'Nå',
  again: '{time} ({count} ganger)',
  outcomes:
    '{done, plural, =0 {ingen steg utført} one {1 steg utført} other {# steg utført}}{failed, plural, =0 {} other {, # feilet}}{open, plural, =0 {} other {, # pågår}}',
  way: 'Veien hit',
  next: 'Kan gå videre til',
  refused: 'Ikke mulig nå',
  details: 'Status {status}',
  noRuns: 'Ingen kjøring av denne statusen er lagret.',
  noSteps: 'Ingen steg ble kjørt.',
  run: 'Kjøring {time}',
  shipmentRun: 'Kjøring {time} for forsendelse {shipment}',
  waits: '{reason} Nytt forsøk {time}.',
  took: '{ms} ms',
  attempt: 'forsøk {attempt}',
  underWay: 'pågår',
  noPreview: 'Ordren kan få denne statusen. Bare de som kan endre ordrer, ser hva som ville skje.',
}
