/** A form as Stripe takes it: `metadata[a]=b` is an object, `expand[0]=x` a list. */
export type Form = { [name: string]: string | Form }

export function readForm(text: string): Form {
  const form: Form = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split(/[[\]]+/).filter((part) => part !== '')
    let at = form
    for (const part of path.slice(0, -1)) {
      const inner = at[part]
      const next: Form = typeof inner === 'object' ? inner : {}
      at[part] = next
      at = next
    }
    at[path.at(-1) ?? ''] = value
  }
  return form
}
