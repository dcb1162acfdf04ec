import { InvalidArgumentError } from '@commander-js/extra-typings'

/** A number from 1 on, as options have it. The parser explains anything else. */
export function positiveNumber(text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be a number above 0.')
}
