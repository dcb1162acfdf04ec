import unhomoglyph from 'unhomoglyph'

const ASCII = /^[\x20-\x7e]*$/

/**
 * What a name looks like: equal for names whose letters look the same in any letter case, whichever
 * scripts they are of (the skeletons of UTS 39, section 4). Not for people to read.
 */
export function lookKey(name: string): string {
  const skeleton = (text: string) => unhomoglyph(text.normalize('NFD')).normalize('NFD')
  // A capital I is a small l there: in any letter case both are one.
  return skeleton(skeleton(name).toLowerCase()).replaceAll('i', 'l')
}

/**
 * Whether a name may be taken for another one that it is not (security.md#people). Names of ASCII
 * letters alone are told from each other: Arne is not Ame.
 */
export function looksLike(one: string, other: string): boolean {
  return !(ASCII.test(one) && ASCII.test(other)) && lookKey(one) === lookKey(other)
}
