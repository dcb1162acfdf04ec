const EXPONENT_USUAL = 2

/** ISO 4217: every currency whose minor unit is not a hundredth. */
const exponents: ReadonlyMap<string, number> = new Map([
  ...'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ').map((code) => [code, 0] as const),
  ...'BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code) => [code, 3] as const),
  ...'CLF UYW'.split(' ').map((code) => [code, 4] as const),
])

/**
 * How many decimals amounts of a currency have (ISO 4217), by its code in any letter case. A code that the standard gives no
 * minor unit, or does not know, has 2: whether a currency may be used at all is not decided by arithmetic.
 */
export function currencyExponent(code: string): number {
  return exponents.get(code) ?? exponents.get(code.toUpperCase()) ?? EXPONENT_USUAL
}
