import { guardFormulas, unguardFormulas } from '@open-oms/contracts/text/spreadsheet-guard'

/** What spreadsheets would make a number of, in columns of codes. */
const NUMBER = /^'+\d/

/** The properties that are postal codes, phones, SKUs or barcodes. */
const codes = /(^|\.)(postalCode|\w*[pP]hone(Number)?|\w*[sS]kuIds?|code|gtins?|ean|barcode)$/
/** Their headings in exports of others. A customer's id is guarded there as well. */
const foreignCodes = /\b(zip|post(al)? ?code|phone|sku|barcode|ean|upc|gtin|customer id)\b/i

/** Whether a property holds codes, which may begin with a digit and are no numbers. */
export function isCodePath(path: string): boolean {
  return codes.test(path)
}

/** Whether a column of an export of another system holds codes. */
export function isCodeHeading(heading: string): boolean {
  return foreignCodes.test(heading)
}

/**
 * The text of a cell without its guards: an apostrophe before what a spreadsheet runs as a formula,
 * in columns of codes also before a digit. Elsewhere it belongs to the text
 * (docs/reference/import-formats.md#guards).
 */
export function withoutGuard(text: string, isCode: boolean): string {
  return unguardFormulas(isCode && NUMBER.test(text) ? text.slice(1) : text)
}

/** A text with the apostrophes that `withoutGuard` removes again, where it needs them. */
export function withGuard(text: string, isCode: boolean): string {
  const guarded = guardFormulas(text)
  return isCode && NUMBER.test(guarded) ? `'${guarded}` : guarded
}
