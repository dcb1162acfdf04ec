/**
 * Where a spreadsheet can begin a cell that it runs as a formula: at the beginning of a text, and
 * behind whatever it takes for a separator, which depends on its locale and not on the quotes of
 * the file. Full-width signs count: some locales read them as the plain ones.
 */
const FORMULA_START = /(^|[,;\t\r\n])(?='*[=+\-@＝＋－＠])/g
const GUARD = /(^|[,;\t\r\n])'(?='*[=+\-@＝＋－＠])/g
/** Some leave out what a text begins with here, and see a formula behind it. */
const BLANK_START = /^(?='*[\t\r\n])/
const BLANK_GUARD = /^'(?='*[\t\r\n])/

/**
 * A text for a cell of a CSV file with an apostrophe wherever a spreadsheet would begin a formula.
 * One that has apostrophes there itself gets one more, so `unguardFormulas` gives the text back.
 */
export function guardFormulas(text: string): string {
  return text.replace(BLANK_START, "'").replace(FORMULA_START, "$1'")
}

/** The text of a cell without the apostrophes of `guardFormulas`. */
export function unguardFormulas(text: string): string {
  return text.replace(GUARD, '$1').replace(BLANK_GUARD, '')
}
