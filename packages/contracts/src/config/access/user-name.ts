/**
 * Names under which the system itself writes versions and movements; nobody else may have one.
 */
const RESERVED = new Set(['holds', 'import', 'simulation', 'stock', 'system', 'workflow'])

/**
 * The characters of names: those of the IdentifierClass of PRECIS (RFC 8264, section 4.2), and
 * single blanks between them as RFC 8265 has it. None is invisible.
 */
const CHARACTERS = /^[\x21-\x7e\p{L}\p{M}\p{Nd}]+( [\x21-\x7e\p{L}\p{M}\p{Nd}]+)*$/u
/** Scripts that have letters which look like those of another one (UTS 39, section 5.1). */
const CONFUSABLE_SCRIPTS = [
  /\p{Script=Latin}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
  /\p{Script=Coptic}/u,
]

/**
 * Why a text cannot be the name of a person, as the predicate of a sentence; null where it can
 * (security.md#people).
 */
export function userNameFault(name: string): string | null {
  return lookAlikeFault(name) ?? (CHARACTERS.test(name.normalize('NFC')) ? null : UNSEEN)
}

const UNSEEN = 'has characters that cannot be seen or told from others'
/**
 * Controls, marks of direction, blanks of other widths, fillers, selectors of variations, and the
 * pattern of Braille that has no dot.
 */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/u

/**
 * Why a name that a program says may be taken for another one, as the predicate of a sentence; null
 * where it may not (orders.md#service-owned-fields). It may have any character that can be seen.
 */
export function lookAlikeFault(name: string): string | null {
  if (RESERVED.has(name.toLowerCase())) return 'is a name that the system itself writes as author'
  if (name.normalize('NFKC') !== name.normalize('NFC') || INVISIBLE.test(name)) return UNSEEN
  const scripts = CONFUSABLE_SCRIPTS.filter((script) => script.test(name))
  return scripts.length > 1 ? 'mixes letters of scripts that look alike' : null
}
