/**
 * Envelopes of the size that the product's have, as a JSON list: what was published is no longer in
 * the product's outbox.
 */
export function sampleEvents(orderId: string, count: number): string {
  const data = {
    orderId,
    orderNumber: orderId,
    orderType: 'Online',
    storeId: 'Oslo-01',
    marketId: 'NOR',
    status: 'New',
    previousStatus: null,
    total: 1126.5,
    currency: 'NOK',
  }
  const envelope = {
    specversion: '1.0',
    id: '00000000-0000-4000-8000-000000000000',
    source: '/orders/order',
    type: 'bench.baseline.written.v1',
    subject: orderId,
    time: new Date().toISOString(),
    datacontenttype: 'application/json',
    dataschema: 'urn:oms:event:orders.order.created.v1',
    sequence: 1,
    data: { ...data, versionId: '00000000-0000-4000-8000-000000000000', operation: 'create', changedFields: [] },
  }
  return JSON.stringify(Array.from({ length: count }, () => envelope))
}
