import { fromMinorUnits, toMinorUnits } from '@open-oms/extend/minor-units'

/** Currencies without minor units at Stripe; ISO 4217 has two decimals for MGA. */
const ZERO_DECIMAL = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '))
/** Three decimals, of which the last one has to be 0. */
const THREE_DECIMAL = new Set('BHD JOD KWD OMR TND'.split(' '))
/** Two decimals, which have to be 00. Amounts of HUF and TWD are whole in payouts only. */
const WHOLE_WITH_TWO_DECIMALS = new Set('ISK UGX'.split(' '))

function decimalsFor(currency: string): number {
  if (ZERO_DECIMAL.has(currency)) return 0
  return THREE_DECIMAL.has(currency) ? 3 : 2
}

/**
 * An amount as Stripe's API takes it; null when Stripe cannot take exactly that
 * (stripe.md#stripe-amounts).
 */
export function toStripeAmount(amount: number, currency: string): number | null {
  const units = toMinorUnits(amount, decimalsFor(currency))
  if (units === null) return null
  const step = WHOLE_WITH_TWO_DECIMALS.has(currency) ? 100 : THREE_DECIMAL.has(currency) ? 10 : 1
  return units % step === 0 ? units : null
}

/** An amount of Stripe's API in the main unit. */
export function fromStripeAmount(units: number, currency: string): number {
  return fromMinorUnits(units, decimalsFor(currency.toUpperCase()))
}
