import type { TemplateEntry } from '@open-oms/client/types'

/** A file beside the folder, as in a ConfigMap, goes by the name that it has in the folder. */
function normalPath({ name, language, part, path }: TemplateEntry): string {
  return part === null
    ? path.replace(/^templates\.partials\./, 'templates/partials/')
    : `templates/${name}/${language}.${part}.liquid`
}

/**
 * The templates as a person chooses among them: one of the tenant in place of the built-in one of
 * the same path, by path.
 */
export function visibleTemplates(all: readonly TemplateEntry[]): TemplateEntry[] {
  const byPath = new Map<string, TemplateEntry>()
  for (const origin of ['BuiltIn', 'Tenant'])
    for (const template of all.filter((one) => one.origin === origin))
      byPath.set(normalPath(template), { ...template, path: normalPath(template) })
  return [...byPath.values()].sort((one, other) => one.path.localeCompare(other.path, 'en'))
}

/** The files of the tenant with one of them as it is being written, for a preview. */
export function tenantFiles(
  all: readonly TemplateEntry[],
  edited: { path: string; text: string },
): { path: string; text: string }[] {
  const others = all.filter((one) => one.origin === 'Tenant' && normalPath(one) !== edited.path)
  return [...others.map(({ path, text }) => ({ path, text })), edited]
}
