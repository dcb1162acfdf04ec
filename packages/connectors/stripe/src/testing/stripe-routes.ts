import { type Books, type Intent, invalid, type Page, Refusal } from './stripe-books.ts'

type Act = (form: Form) => object

const routes: [string, RegExp, (books: Books, id: string) => Act][] = [
  ['GET', /^\/v1\/payment_intents\/(\w+)$/, (books, id) => () => intentOf(books, id)],
  ['POST', /^\/v1\/payment_intents\/(\w+)$/, (books, id) => (form) => note(intentOf(books, id), form)],
  ['POST', /^\/v1\/payment_intents\/(\w+)\/capture$/, (books, id) => (form) => capture(intentOf(books, id), form)],
  ['POST', /^\/v1\/payment_intents\/(\w+)\/cancel$/, (books, id) => () => cancel(intentOf(books, id))],
  ['GET', /^\/v1\/refunds$/, (books) => (form) => listRefunds(books, String(form.payment_intent))],
  ['POST', /^\/v1\/refunds$/, (books) => (form) => refund(books, form)],
  ['POST', /^\/v1\/checkout\/sessions$/, (books) => (form) => openPage(books, form)],
  ['GET', /^\/v1\/checkout\/sessions\/(\w+)$/, (books, id) => () => pageOf(books, id)],
  ['POST', /^\/v1\/checkout\/sessions\/(\w+)\/expire$/, (books, id) => () => expire(pageOf(books, id))],
]

/** What carries out a request. Raises `Refusal` for what Stripe says no to. */
export function routeFor(books: Books, method: string, path: string): Act {
  for (const [name, pattern, act] of routes) {
    const match = name === method ? pattern.exec(path) : null
    if (match !== null) return act(books, match[1] ?? '')
  }
  throw invalid('url_invalid', 404)
}

function intentOf(books: Books, id: string): Intent {
  const intent = books.intents.get(id)
  if (intent === undefined) throw invalid('resource_missing', 404)
  return intent
}

function pageOf(books: Books, id: string): Page {
  const page = books.pages.get(id)
  if (page === undefined) throw invalid('resource_missing', 404)
  return page
}

function note(intent: Intent, { metadata = {} }: Form): Intent {
  return Object.assign(intent, { metadata: { ...intent.metadata, ...(metadata as Record<string, string>) } })
}

function capture(intent: Intent, form: Form): Intent {
  if (intent.status !== 'requires_capture') throw invalid('payment_intent_unexpected_state')
  const amount = Number(form.amount_to_capture ?? intent.amount_capturable)
  if (amount > intent.amount_capturable) throw invalid('amount_too_large')
  if (intent.declines) throw new Refusal(402, 'card_error', 'card_declined')
  const remains = form.final_capture === 'false' ? intent.amount_capturable - amount : 0
  return Object.assign(note(intent, form), {
    amount_received: intent.amount_received + amount,
    amount_capturable: remains,
    status: remains > 0 ? 'requires_capture' : 'succeeded',
  })
}

function cancel(intent: Intent): Intent {
  if (intent.status === 'succeeded' || intent.status === 'canceled') throw invalid('payment_intent_unexpected_state')
  // What was captured before stays captured, and the payment has succeeded then.
  const status = intent.amount_received > 0 ? 'succeeded' : 'canceled'
  return Object.assign(intent, { status, amount_capturable: 0, cancellation_reason: null })
}

function listRefunds({ refunds }: Books, intent: string): object {
  const data = refunds.filter(({ payment_intent }) => payment_intent === intent)
  return { object: 'list', url: '/v1/refunds', has_more: false, data }
}

function refund(books: Books, { payment_intent: id, amount, metadata = {} }: Form): object {
  const intent = intentOf(books, String(id))
  const earlier = books.refunds.filter(({ payment_intent }) => payment_intent === intent.id)
  const left = intent.amount_received - earlier.reduce((sum, one) => sum + one.amount, 0)
  if (left === 0) throw invalid('charge_already_refunded')
  if (Number(amount) > left) throw invalid('amount_too_large')
  const made = {
    id: `re_${books.refunds.length + 1}`,
    object: 'refund' as const,
    payment_intent: intent.id,
    amount: Number(amount),
    status: 'succeeded',
    failure_reason: null,
    metadata: metadata as Record<string, string>,
  }
  books.refunds.push(made)
  return made
}

const HALF_HOUR_SECONDS = 30 * 60
const DAY_SECONDS = 24 * 60 * 60

function openPage(books: Books, form: Form): Page {
  const now = Math.floor(Date.now() / 1_000)
  const expires = Number(form.expires_at ?? now + DAY_SECONDS)
  if (expires < now + HALF_HOUR_SECONDS || expires > now + DAY_SECONDS) throw invalid('parameter_invalid')
  const price = ((form.line_items as Form)['0'] as Form).price_data as Form
  const id = `cs_${books.pages.size + 1}`
  const page: Page = {
    id,
    object: 'checkout.session',
    url: `https://checkout.example/${id}`,
    status: 'open',
    expires_at: expires,
    payment_intent: null,
    metadata: form.metadata as Record<string, string>,
    amount: Number(price.unit_amount),
    currency: String(price.currency),
  }
  books.pages.set(id, page)
  return page
}

function expire(page: Page): Page {
  if (page.status !== 'open') throw invalid('resource_state_invalid')
  return Object.assign(page, { status: 'expired' })
}

/** A form as Stripe takes it: `metadata[a]=b` is an object, `expand[0]=x` a list. */
type Form = { [name: string]: string | Form }

export function readForm(text: string): Form {
  const form: Form = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split(/[[\]]+/).filter((part) => part !== '')
    let at = form
    for (const part of path.slice(0, -1)) {
      const inner = at[part]
      const next: Form = typeof inner === 'object' ? inner : {}
      at[part] = next
      at = next
    }
    at[path.at(-1) ?? ''] = value
  }
  return form
}
