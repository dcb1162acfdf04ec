import { Decimal } from '@open-oms/money/decimal'
import { quoted, type Refusal, refused } from '../reading/reasons.ts'

/** A value, or why a text is none. */
export type TransformResult = { value: unknown } | Refusal

export type DecimalMark = '.' | ','

/** How the numbers of a file are written. */
export type NumberStyle = {
  mark: DecimalMark
  /** Whether the mark is that of the mapping or the command line, and not the default. */
  isStated: boolean
  /** Between the cells of the file. */
  delimiter: string
}

const grammars: Readonly<Record<DecimalMark, RegExp>> = { '.': grammar('.', ','), ',': grammar(',', '.') }
/** One group of three digits behind a comma: thousands here, decimals there. */
const AMBIGUOUS = /^[+\-\u2212]?[1-9]\d{0,2},\d{3}$/

/**
 * A sign, then digits, or a first group of one to three digits that does not begin with 0 and
 * groups of three, with the same mark between all of them; then the decimal mark and digits.
 */
function grammar(mark: DecimalMark, other: DecimalMark): RegExp {
  const groups = `[1-9]\\d{0,2}(?<between>[ \\u00a0\\u202f'\\u2019\\${other}])\\d{3}(?:\\k<between>\\d{3})*`
  return new RegExp(`^(?<sign>[+\\-\\u2212]?)(?<whole>\\d+|${groups})(?:\\${mark}(?<decimals>\\d+))?$`)
}

/**
 * The number that a text is (docs/reference/import-formats.md#numbers). Anything else is refused,
 * and so is `1,250` in a file with semicolons that does not state its decimal mark.
 */
export function readDecimal(text: string, style: NumberStyle): TransformResult {
  const plain = plainDecimal(text, style.mark)
  if (plain === null) return refused('notNumber', { mark: style.mark, text: quoted(text) })
  if (!style.isStated && style.delimiter === ';' && AMBIGUOUS.test(text))
    return refused('ambiguousNumber', { text: quoted(text) })
  const value = Number(plain)
  if (!new Decimal(plain).equals(value)) return refused('inexactNumber', { text: quoted(text) })
  return { value: value === 0 ? 0 : value }
}

/** The whole number of minor units that a text is, as an amount. */
export function readMinorUnits(text: string, exponent: number): TransformResult {
  const plain = plainDecimal(text, '.')
  if (plain === null || plain.includes('.') || plain.length > 18) return refused('notMinorUnits', { text: quoted(text) })
  const value = new Decimal(plain).times(new Decimal(10).pow(-exponent)).toNumber()
  return { value: value === 0 ? 0 : value }
}

/** A number as JSON writes it, without marks between thousands; null for what is none. */
function plainDecimal(text: string, mark: DecimalMark): string | null {
  const parts = grammars[mark].exec(text)?.groups
  if (parts === undefined) return null
  const { sign, whole = '', decimals } = parts
  const negative = sign === '-' || sign === '\u2212' ? '-' : ''
  return `${negative}${whole.replaceAll(/\D/g, '')}${decimals === undefined ? '' : `.${decimals}`}`
}

/** A number without an exponent, which no import reads. */
export function writeDecimal(value: unknown, mark: DecimalMark): string {
  return new Decimal(value as number).toFixed().replace('.', mark)
}
