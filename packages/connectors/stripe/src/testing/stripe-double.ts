import { type DoubleAnswer, type ProviderDouble, providerDouble } from '@open-oms/extend/testing/provider-double'
import { type Books, newBooks, Refusal } from './stripe-books.ts'
import { readForm, routeFor } from './stripe-routes.ts'

/**
 * Stripe as its documentation describes it: payment intents with manual capture, refunds and
 * checkout pages, with idempotency keys whose parameters are compared. `books` is what really
 * moved, whatever anybody believes.
 */
export async function stripeDouble(): Promise<ProviderDouble & { books: Books }> {
  const books = newBooks()
  const double = await providerDouble({
    admit: () => null,
    carryOut({ method, url, body }) {
      const { pathname, search } = new URL(url, 'http://stripe')
      return run(() => routeFor(books, method, pathname)(readForm(method === 'POST' ? body : search.slice(1))))
    },
    reused: { status: 400, body: { error: { type: 'idempotency_error', message: 'Keys have the same parameters.' } } },
    fault: { status: 500, body: { error: { type: 'api_error', message: 'Fault.' } } },
    // stripe-node sends a request once more when the connection is closed, whatever its options.
    losses: 2,
  })
  return { ...double, books }
}

function run(act: () => object): DoubleAnswer {
  try {
    return { status: 200, body: act() }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { status, type, code, message } = error
    return { status, body: { error: { type, code, message } } }
  }
}
