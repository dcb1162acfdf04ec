import { createdOrder, type OrdersTest, updateStatus } from './test-orders.ts'

type Headers = Record<string, string>

/** The requests and responses of tests of returns. */
export function returning(test: OrdersTest) {
  const returnUrl = (id: string) => `/api/Returns/${encodeURIComponent(id)}`
  return {
    /**
     * Creates the sample order and delivers it all: 2 × 100.00, 1 × 249.90 and 49.00 shipping,
     * captured.
     */
    async deliveredOrder(fields: Record<string, unknown> = {}) {
      const { id } = await createdOrder(test, fields)
      const { body, status } = await updateStatus(test, id, { body: { status: 'Completed' } })
      if (status !== 200 || body.isAborted) throw new Error(`The order was not delivered: ${JSON.stringify(body)}`)
      return body.order
    },
    postReturn: (id: string, body: unknown, options: { headers?: Headers; as?: object } = {}) =>
      test.send({ method: 'POST', url: `${returnUrl(id)}/Return`, body, ...options }),
    returnStatus: (id: string, body: unknown, query = '') =>
      test.send({ method: 'POST', url: `${returnUrl(id)}/UpdateStatus${query}`, body }),
    patchReturn: ({ id, returnId }: { id: string; returnId: string }, body: unknown, headers: Headers = {}) =>
      test.send({ method: 'PATCH', url: `${returnUrl(id)}/${returnId}`, body, headers }),
    // biome-ignore lint/suspicious/noExplicitAny: the tests assert the shape.
    readOrder: async (id: string): Promise<any> => (await test.send({ url: `/api/Orders/${encodeURIComponent(id)}` })).body,
  }
}
