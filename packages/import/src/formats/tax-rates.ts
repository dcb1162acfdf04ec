import { Decimal } from '@open-oms/money/decimal'
import { type Refusal, refused } from '../reading/reasons.ts'

/** An amount of an order after its discounts: of a line, or of the shipping. */
export type TaxedPart = {
  amount: Decimal
  /** `all`: bears tax; `none`: is exempt; `maybe`: the file does not say. */
  taxable: 'all' | 'none' | 'maybe'
}

/** A tax that the file states, with the rate in its name, else those that it may have. */
export type StatedTax = { name: string; value: Decimal; rates: readonly number[] }

type Search = { parts: readonly TaxedPart[]; taxes: readonly StatedTax[]; includesTax: boolean; exponent: number }

/** More steps would find more than one way. */
const STEPS_MAX = 50_000
const RATE_IN_NAME = /(\d+(?:[.,]\d+)?)\s*%\s*\)?$/

/** The rate at the end of a tax's name, such as `MVA 25%`; null where it has none. */
export function rateInName(name: string): number | null {
  const [, rate] = RATE_IN_NAME.exec(name.trim()) ?? []
  return rate === undefined ? null : Number(rate.replace(',', '.'))
}

/**
 * The rate of each part, so that every tax is what the file states to within half a minor unit: all
 * parts bear all taxes, else the one way to share the taxes out. Refused when no way fits, or more
 * than one (docs/reference/import-formats.md#shopify-orders).
 */
export function taxRates(search: Search): readonly number[] | Refusal {
  const { parts, taxes } = search
  if (taxes.length === 0) return parts.map(() => 0)
  if (taxes.some(({ rates }) => rates.length === 0))
    return refused('taxes', { detail: 'a tax has no rate in its name, and the store no accounts with rates' })
  const uniform = distinct(combinations(taxes).flatMap((rates) => uniformWays(search, rates)))
  if (uniform.length > 0) return onlyWay(uniform, search)
  for (const isExempted of [false, true]) {
    const ways = sharedWays(search, isExempted)
    if (ways === null) return tooMany(search)
    if (ways.length > 0) return onlyWay(ways, search)
  }
  return refused('taxes', { detail: `no rate gives ${describeTaxes(taxes)}` })
}

type Way = readonly number[]

function onlyWay(ways: readonly Way[], search: Search): Way | Refusal {
  return ways.length === 1 ? (ways[0] as Way) : tooMany(search)
}

function tooMany({ taxes }: Search): Refusal {
  return refused('taxes', { detail: `more than one way of rates gives ${describeTaxes(taxes)}` })
}

function describeTaxes(taxes: readonly StatedTax[]): string {
  return taxes.map(({ name, value }) => `${name === '' ? 'tax' : name} ${value.toFixed()}`).join(', ')
}

/** One rate for each tax, of those that it may have. */
function combinations(taxes: readonly StatedTax[]): number[][] {
  return taxes.reduce<number[][]>((all, { rates }) => all.flatMap((before) => rates.map((rate) => [...before, rate])), [[]])
}

/** All taxable parts bear all taxes; what may be taxable does, else does not. */
function uniformWays(search: Search, rates: readonly number[]): Way[] {
  const all = rates.map((_, index) => index)
  for (const isMeant of [true, false]) {
    const subsets = search.parts.map(({ taxable }) => (taxable === 'all' || (taxable === 'maybe' && isMeant) ? all : []))
    const sums = subsets.reduce((before, subset, index) => plus(before, borne(search, rates, { subset, index })), none(rates))
    if (fits(search, sums)) return [ratesPerSubset(subsets, rates)]
  }
  return []
}

/** The ways to give each part some of the taxes; null when there are too many to be looked at. */
function sharedWays(search: Search, isExempted: boolean): Way[] | null {
  const found = new Map<string, Way>()
  let steps = 0
  for (const rates of combinations(search.taxes)) {
    const options = search.parts.map((part, index) =>
      subsetsFor(part, rates.length, isExempted).map((subset) => ({ subset, sums: borne(search, rates, { subset, index }) })),
    )
    const visit = (chosen: readonly Subset[], sums: Sums): boolean => {
      if (++steps > STEPS_MAX || found.size > 1) return false
      if (exceeds(search, sums)) return true
      const own = options[chosen.length]
      if (own !== undefined) return own.every((option) => visit([...chosen, option.subset], plus(sums, option.sums)))
      if (fits(search, sums)) {
        const way = ratesPerSubset(chosen, rates)
        found.set(way.join(' '), way)
      }
      return true
    }
    if (!visit([], none(rates))) return found.size > 1 ? [...found.values()] : null
  }
  return [...found.values()]
}

/** Positions of taxes. */
type Subset = readonly number[]

/** What each tax is on some parts, rounded once or for each part. */
type Sums = { exact: readonly number[]; rounded: readonly number[] }

function subsetsFor({ taxable, amount }: TaxedPart, count: number, isExempted: boolean): Subset[] {
  // An amount of nothing bears any tax: it takes none here.
  if (taxable === 'none' || amount.isZero()) return [[]]
  const mayBeNone = taxable === 'maybe' || isExempted
  return indexSubsets(count).filter((subset) => mayBeNone || subset.length > 0)
}

function ratesPerSubset(chosen: readonly Subset[], rates: readonly number[]): Way {
  return chosen.map((subset) => sumRates(subset.map((index) => rates[index] as number)))
}

function sumRates(rates: readonly number[]): number {
  return rates.reduce<Decimal>((sum, rate) => sum.plus(rate), new Decimal(0)).toNumber()
}

function distinct(ways: readonly Way[]): Way[] {
  return [...new Map(ways.map((way) => [way.join(' '), way])).values()]
}

function indexSubsets(count: number): number[][] {
  return Array.from({ length: 2 ** count }, (_, bits) =>
    Array.from({ length: count }, (_, index) => index).filter((index) => (bits >> index) % 2 === 1),
  )
}

function none(rates: readonly number[]): Sums {
  const zeros = rates.map(() => 0)
  return { exact: zeros, rounded: zeros }
}

function plus(one: Sums, other: Sums): Sums {
  const each = (name: keyof Sums) => one[name].map((value, index) => value + (other[name][index] as number))
  return { exact: each('exact'), rounded: each('rounded') }
}

/** What each tax is on one part that bears some of them. */
function borne(
  { parts, includesTax, exponent }: Search,
  rates: readonly number[],
  { subset, index }: { subset: Subset; index: number },
): Sums {
  const { amount } = parts[index] as TaxedPart
  const whole = sumRates(subset.map((each) => rates[each] as number))
  const net = includesTax ? amount.times(100).div(100 + whole) : amount
  const taxes = rates.map((rate, each) => (subset.includes(each) ? net.times(rate).div(100) : new Decimal(0)))
  return {
    exact: taxes.map((tax) => tax.toNumber()),
    rounded: taxes.map((tax) => tax.toDecimalPlaces(exponent).toNumber()),
  }
}

/** Whether a tax is exceeded already: amounts are not negative. */
function exceeds(search: Search, { exact }: Sums): boolean {
  return search.taxes.some(({ value }, index) => (exact[index] as number) > value.toNumber() + 2 * half(search))
}

/** Whether each tax is what is stated. */
function fits(search: Search, { exact, rounded }: Sums): boolean {
  const isNear = (sum: number | undefined, value: Decimal) => Math.abs((sum as number) - value.toNumber()) <= half(search)
  return search.taxes.every(({ value }, index) => isNear(exact[index], value) || isNear(rounded[index], value))
}

/** Half a minor unit, and what sums of binary fractions are off by. */
function half({ exponent }: Search): number {
  return 10 ** -exponent / 2 + 1e-9
}
