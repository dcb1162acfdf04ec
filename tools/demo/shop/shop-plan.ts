import { currencyExponent } from '@open-oms/money/currency'
import type { StorePlan } from '../store-plan.ts'
import { type Customer, customersFrom } from './customers.ts'
import { type Article, soldArticles } from './goods.ts'
import { createRandom, type Random } from './random.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
export const SHOP_DAYS = 60
/** The tills have been reporting since so many days. */
const TILL_DAYS = 14

/**
 * Orders of the last days, which go through the workflow while the demo runs, for each 400 of the
 * shop: what they are in the end.
 */
const liveOrders = {
  New: 24,
  Unpaid: 5,
  Short: 3,
  InProgress: 14,
  Packed: 8,
  Shipped: 13,
  PartlyShipped: 4,
  Delivered: 14,
  Collect: 6,
  Held: 4,
  CaptureFails: 2,
  Cancelled: 4,
  ReturnWaits: 4,
  Returned: 5,
  Exchanged: 1,
} as const
export type LiveKind = keyof typeof liveOrders
/** Days ago, from and to. */
const ages: Partial<Record<LiveKind, readonly [number, number]>> = {
  New: [0, 1],
  Unpaid: [0, 3],
  InProgress: [0, 2],
  Packed: [0, 1],
  Shipped: [1, 3],
  Delivered: [2, 5],
  CaptureFails: [9, 9],
  ReturnWaits: [5, 12],
  Returned: [5, 14],
  Exchanged: [6, 9],
}
const usualAge = [1, 3] as const

export type ShopLine = { article: Article; quantity: number; placedPrice: number; taxRate: number }
export type ShopOrder = {
  /** Its id and its number. */
  id: string
  kind: LiveKind | 'Past' | 'PastCancelled' | 'Till'
  plan: StorePlan
  customer: Customer
  at: Date
  lines: readonly ShopLine[]
  shippingMethod: string
  shipping: number
  /** What is taken off the whole order. */
  discount: number
  total: number
  paymentMethod: string
  isGift: boolean
}

type Draft = Omit<ShopOrder, 'id' | 'at'> & { daysAgo: number; part: number }

/**
 * The orders of a shop, oldest first. The same seed, count and stores give the same orders with the
 * same ids, so that a second run finds them all; their times count back from now.
 */
export function planShop(
  plans: readonly StorePlan[],
  { seed, count, now }: { seed: number; count: number; now: Date },
): ShopOrder[] {
  const random = createRandom(seed)
  const customers = new Map(plans.map((plan) => [plan.storeId, customersFrom(random, plan.country, 14)]))
  const share = (of: number) => Math.max(1, Math.round((of * count) / 400))
  const kinds: ShopOrder['kind'][] = Object.entries(liveOrders).flatMap(([kind, of]) => Array(share(of)).fill(kind))
  kinds.push(...Array<'Till'>(share(80)).fill('Till'))
  while (kinds.length < count) kinds.push(random.isTrue(0.06) ? 'PastCancelled' : 'Past')
  const drafts = kinds.slice(0, count).map((kind) => draftOrder(random, { kind, plans, customers }))
  drafts.sort((a, b) => b.daysAgo - a.daysAgo || a.part - b.part)
  return drafts.map(({ daysAgo, part, ...order }, index) => ({
    ...order,
    id: String(seed * 10_000 + index + 1),
    at: moment(now, daysAgo, part),
  }))
}

type DraftInput = {
  kind: ShopOrder['kind']
  plans: readonly StorePlan[]
  customers: ReadonlyMap<string, readonly Customer[]>
}

function draftOrder(random: Random, { kind, plans, customers }: DraftInput): Draft {
  const plan = kind === 'Till' ? random.pick(plans.slice(0, 2)) : random.pick(plans)
  const lines = draftLines(random, plan, kind)
  const goods = lines.reduce((sum, { quantity, placedPrice }) => sum + quantity * placedPrice, 0)
  const isSent = kind !== 'Till' && kind !== 'Collect'
  const shipping = isSent && goods < price(plan, 1000) ? price(plan, 79) : 0
  // What comes back is credited in full.
  const comesBack = kind === 'ReturnWaits' || kind === 'Returned'
  const hasDiscount = isSent && random.isTrue(0.12) && !comesBack && goods > price(plan, 400)
  const discount = hasDiscount ? price(plan, 100) : 0
  const [methods, cash] = [plan.paymentMethods, plan.cashMethod]
  return {
    ...{ kind, plan, lines, shipping, discount },
    customer: random.pick(customers.get(plan.storeId) ?? []),
    shippingMethod: random.isTrue(0.7) ? 'Home delivery' : 'Parcel locker',
    total: goods + shipping - discount,
    paymentMethod: kind === 'Till' && cash !== null && random.isTrue(0.35) ? cash : random.pick(methods),
    isGift: isSent && random.isTrue(0.06),
    daysAgo: age(random, kind),
    part: random.fraction(),
  }
}

function draftLines(random: Random, plan: StorePlan, kind: ShopOrder['kind']): ShopLine[] {
  const isLive = kind !== 'Past' && kind !== 'PastCancelled' && kind !== 'Till'
  // Packages are broken down by the workflow alone, which no order of the past goes through.
  const offered = soldArticles.filter(({ goods }) => isLive || goods.contents === undefined)
  const count = random.pick([1, 1, 2, 2, 3, 4])
  const lines = new Map<string, ShopLine>()
  if (kind === 'Short') addLine(lines, plan, { article: shortArticle, quantity: 2 })
  while (lines.size < Math.max(count, kind === 'PartlyShipped' ? 2 : 1)) {
    const article = random.pick(offered)
    addLine(lines, plan, { article, quantity: article.goods.price < 300 ? random.pick([1, 1, 2, 4]) : 1 })
  }
  return [...lines.values()]
}

/** The goods that the shop has too few of. */
const shortArticle = soldArticles.find(({ skuId }) => skuId === 'RAIN-JACKET-L') as Article

function addLine(
  lines: Map<string, ShopLine>,
  plan: StorePlan,
  { article, quantity }: Pick<ShopLine, 'article' | 'quantity'>,
): void {
  const taxRate = plan.rates[article.goods.productType === 'Coffee' && article.goods.shape === 'pouch' ? 1 : 0]
  lines.set(article.skuId, { article, quantity, placedPrice: price(plan, article.goods.price), taxRate })
}

const perNok: Readonly<Record<string, number>> = { NOK: 1, SEK: 1, DKK: 0.7, EUR: 0.09, GBP: 0.08, USD: 0.1, JPY: 15 }

/** A price in the currency of a store, in whole units that end as prices do. */
function price({ currency }: StorePlan, nok: number): number {
  const amount = nok * (perNok[currency] ?? 0.1)
  return currencyExponent(currency) === 0 ? Math.round(amount / 10) * 10 : Math.max(1, Math.round(amount))
}

function age(random: Random, kind: ShopOrder['kind']): number {
  if (kind === 'Till') return random.integer(0, TILL_DAYS)
  // More of late: a shop that grows.
  if (kind === 'Past' || kind === 'PastCancelled') return 4 + Math.floor((SHOP_DAYS - 4) * random.fraction() ** 1.5)
  const [from, to] = ages[kind] ?? usualAge
  return random.integer(from, to)
}

/** A time of a day, between 7 and 19 UTC; of today one that has passed. */
function moment(now: Date, daysAgo: number, part: number): Date {
  const midnight = Math.floor(now.getTime() / DAY_MS) * DAY_MS
  if (daysAgo === 0) return new Date(midnight + (now.getTime() - midnight) * (0.3 + 0.69 * part))
  return new Date(midnight - daysAgo * DAY_MS + (7 + 12 * part) * 60 * MINUTE_MS)
}
