import type { Colleague } from './colleagues-query.ts'

/** Those of the colleagues whom a text names as `@Kari Demo`. */
export function mentionedIn(text: string, colleagues: readonly Colleague[]): string[] {
  return colleagues.filter(({ displayName }) => text.includes(`@${displayName}`)).map(({ userName }) => userName)
}

/** Whether the person has just begun to name someone: a new word that is `@` alone. */
export function beginsMention(text: string): boolean {
  return /(^|\s)@$/.test(text)
}

/** The text with a colleague named at its end. */
export function withMention(text: string, { displayName }: Colleague): string {
  const before = text.replace(/@$/, '')
  const gap = before === '' || /\s$/.test(before) ? '' : ' '
  return `${before}${gap}@${displayName} `
}
