/** The separator that a spreadsheet of the person's language reads. */
export function decimalSeparator(locale: string): 'comma' | 'point' {
  return new Intl.NumberFormat(locale).format(0.5).includes(',') ? 'comma' : 'point'
}
