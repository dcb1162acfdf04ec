import { toMinor } from '@oms/money/minor'
import type { TemplateFormat } from '../../templates/template-filters.ts'
import type { DocumentContext } from '../domain/document-context.ts'
import { documentLocale } from '../domain/document-format.ts'

/** Writes amounts, numbers and dates as documents of the order do; times in the time zone of its store. */
export function templateFormat({ format, market, terms, timeZone }: DocumentContext): TemplateFormat {
  const clock = new Intl.DateTimeFormat(documentLocale(market), { timeStyle: 'short', timeZone })
  const minor = (amount: number) => toMinor(amount, terms.exponent)
  return {
    money: (amount) => format.money(minor(amount)),
    amount: (amount) => format.amount(minor(amount)),
    unitPrice: format.unitPrice,
    quantity: format.quantity,
    percent: format.percent,
    day: format.day,
    time: (instant) => clock.format(new Date(instant)),
    dayAfter: format.dayAfter,
  }
}
