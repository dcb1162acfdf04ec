/** A moment for people: `2026-03-02 10:00 UTC`. */
export function moment(time: string): string {
  return `${time.slice(0, 10)} ${time.slice(11, 16)} UTC`
}

/** Some names, `a, b and c`; of many the first ones. */
export function listed(names: readonly string[], conjunction: 'and' | 'or' = 'and'): string {
  const NAMED_MAX = 6
  const shown = names.length > NAMED_MAX ? [...names.slice(0, NAMED_MAX), `${names.length - NAMED_MAX} more`] : names
  if (shown.length < 2) return shown[0] ?? ''
  return `${shown.slice(0, -1).join(', ')} ${conjunction} ${shown.at(-1)}`
}

/** A number of things: `1 unit`, `2 units`. */
export function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`
}

/** A text of someone else as the end of a sentence, without its own full stop. */
export function cited(text: string | null, otherwise: string): string {
  const words = text?.trim() || otherwise
  return words.replace(/[.\s]+$/, '')
}

/** What a run is for: `the order`, `shipment "1"`, `return form "2"`. */
export function describeSubject({ shipmentId, returnId }: { shipmentId: string | null; returnId: string | null }): string {
  if (returnId !== null) return `return form "${returnId}"`
  return shipmentId === null ? 'the order' : `shipment "${shipmentId}"`
}

/** A sentence that begins with a capital letter. */
export function capitalised(sentence: string): string {
  return `${sentence.slice(0, 1).toUpperCase()}${sentence.slice(1)}`
}
