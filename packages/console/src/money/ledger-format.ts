import { currencyExponent } from '@open-oms/money/currency'
import { useMemo } from 'react'
import { useLocale } from 'use-intl'
import { createFormat } from '../display/format.ts'

/** How columns of the ledger are written. */
export type LedgerFormat = {
  /**
   * An amount without its currency, which the table names; with the decimals of the currency, and
   * more only where it has more.
   */
  amount(value: number, currency: string): string
  /** One side of a line: nothing where the amount is on the other side. */
  side(value: number, currency: string): string
  /** A posting date, which is a day and no moment: it is the same in every time zone. */
  day(postingDate: string | null): string
}

/** Amounts have so many decimals at most, whatever their currency (money.md#amounts). */
const DECIMALS_MAX = 4

/** The ways to write of a locale. */
export function createLedgerFormat(locale: string): LedgerFormat {
  const formats = new Map<string, Intl.NumberFormat>()
  const { day } = createFormat(locale, 'UTC')
  const amount = (value: number, currency: string) => {
    const format = formats.get(currency) ?? amountFormat(locale, currency)
    formats.set(currency, format)
    return format.format(value)
  }
  return { amount, side: (value, currency) => (value === 0 ? '' : amount(value, currency)), day }
}

/** The ways to write of the person who looks. */
export function useLedgerFormat(): LedgerFormat {
  const locale = useLocale()
  return useMemo(() => createLedgerFormat(locale), [locale])
}

function amountFormat(locale: string, currency: string): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, { minimumFractionDigits: currencyExponent(currency), maximumFractionDigits: DECIMALS_MAX })
}
