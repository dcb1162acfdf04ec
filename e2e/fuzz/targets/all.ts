import type { Target } from '../target.ts'

/** The targets by their names; each is loaded when it is run. */
export const targets: Readonly<Record<string, () => Promise<Target>>> = {
  json: async () => (await import('./json.ts')).json,
  csv: async () => (await import('./csv.ts')).csv,
  templates: async () => (await import('./templates.ts')).templates,
  search: async () => (await import('./search.ts')).search,
  multipart: async () => (await import('./multipart.ts')).multipart,
  events: async () => (await import('./events.ts')).events,
}
