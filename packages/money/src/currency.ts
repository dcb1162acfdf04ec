/** How many decimals amounts of a currency have that `otherExponents` does not name. */
export const EXPONENT_USUAL = 2

/**
 * ISO 4217: how many decimals amounts have of every currency whose minor unit is not a hundredth,
 * by its code in upper case.
 */
export const otherExponents: ReadonlyMap<string, number> = new Map([
  ...'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ').map((code) => [code, 0] as const),
  ...'BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code) => [code, 3] as const),
  ...'CLF UYW'.split(' ').map((code) => [code, 4] as const),
])

// What the platform leaves out: funds codes and units of account, and the Venezuelan digital
// bolívar.
const further = 'BOV CHE CHW COU MXV USN VED XUA'.split(' ')
const codes: ReadonlySet<string> = new Set([...Intl.supportedValuesOf('currency'), ...otherExponents.keys(), ...further])

/**
 * Whether a code, in upper case, is a currency of ISO 4217, those that were replaced in the last
 * decades included. The codes for metals, for tests and for no currency are none: nobody can pay
 * with them.
 */
export function isCurrency(code: string): boolean {
  return codes.has(code)
}

/**
 * How many decimals amounts of a currency have (ISO 4217), by its code in any letter case. A code
 * that the standard gives no minor unit, or does not know, has 2: whether a currency may be used at
 * all is not decided by arithmetic.
 */
export function currencyExponent(code: string): number {
  return otherExponents.get(code) ?? otherExponents.get(code.toUpperCase()) ?? EXPONENT_USUAL
}
