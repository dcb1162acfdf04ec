/**
 * Letters whose fold is not the lower case of their upper case: dotless i keeps its own, which is
 * not that of i, and Cherokee folds to upper case.
 */
const DOTLESS_I = 'ı'
const CHEROKEE_SMALL = /[\u13f8-\u13fd\uab70-\uabbf]/g

/** Most texts: words of ASCII with single blanks, of which only letter case is folded. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/
const IGNORABLE = /\p{Default_Ignorable_Code_Point}+/gu
const DOTS_AFTER_I = /i\u0307+/g
const BLANKS = /\p{White_Space}+/gu

/**
 * A text in the form in which texts are compared where letter case does not count
 * (search.md#folded-texts): equal for texts that differ only in letter case, composition,
 * compatibility forms, invisible characters or kinds of blanks. Folding it again changes nothing.
 */
export function folded(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKC')
    .split(DOTLESS_I)
    .map(caseFolded)
    .join(DOTLESS_I)
    .replace(IGNORABLE, '')
    .replace(DOTS_AFTER_I, 'i')
    .replace(BLANKS, ' ')
    .normalize('NFC')
}

/** Unicode's full case folding (C and F of its table), with one sigma. */
function caseFolded(text: string): string {
  return text
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .replace(CHEROKEE_SMALL, (letter) => letter.toUpperCase())
}
