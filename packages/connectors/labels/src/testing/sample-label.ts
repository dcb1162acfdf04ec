import type { Label } from '../label.ts'

export const label: Label = {
  sscc: '376104250021234569',
  token: 'f'.repeat(32),
  sender: ['Eksempel Handel AS', 'Eksempelgata 1', '0155 Oslo'],
  recipient: ['Kåre Ødegård', 'Storgata ^1~2_', '0155 OSLO'],
  postalCode: '0155',
  orderNumber: 'O-100001',
  shippingMethod: 'Home delivery',
  position: [1, 2],
  weightInKg: 1.25,
}
