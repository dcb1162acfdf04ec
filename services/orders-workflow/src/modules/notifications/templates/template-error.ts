import type { ConfigProblem } from '@open-oms/contracts/config/config-file'
import { PARTIALS } from '@open-oms/contracts/templates/template-names'
import { LiquidError } from 'liquidjs'

const REASON_MAX = 300
const REMEDY = 'Correct the template; docs/reference/templates.md has its tags, filters and variables.'

/**
 * A problem of a template with its line, from what the engine threw (templates.md#template-check).
 */
export function templateProblem(error: unknown, file: string): ConfigProblem {
  if (!LiquidError.is(error)) return { file, path: '', reason: toOneLine((error as Error).message), remedy: REMEDY }
  const { token, originalError, message } = error
  const [line, column] = token?.getPosition?.() ?? []
  const path = line === undefined ? '' : `line ${line}, column ${column}`
  const own = message.replace(/, (file:.*, )?line:\d+, col:\d+$/s, '')
  return { file: templateErrorFile(token?.file, file), path, reason: toOneLine(originalError?.message ?? own), remedy: REMEDY }
}

/** The file of a place: pieces are parsed by their name, templates by their path. */
export function templateErrorFile(name: string | undefined, template: string): string {
  if (!name) return template
  return name.startsWith('templates') ? name : `templates/${PARTIALS}/${name}.liquid`
}

/** One line: much of it comes from the template. */
function toOneLine(text: string): string {
  return text.replace(/[\p{Cc}\s]+/gu, ' ').slice(0, REASON_MAX)
}
