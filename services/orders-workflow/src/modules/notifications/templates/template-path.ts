import {
  ANY_LANGUAGE,
  BASE_MESSAGE,
  builtInMessages,
  notificationTemplates,
  PARTIALS,
  type TemplatePart,
  templatedDocuments,
  templateParts,
} from '@open-oms/contracts/templates/template-names'

/**
 * What a template is for: a part of a message or a document in one language, or a piece of others.
 */
export type TemplateKey = { name: string; language: string; part: TemplatePart } | { partial: string }

const NAME = '[a-z0-9]+(?:-[a-z0-9]+)*'
const LANGUAGE = `[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*|${ANY_LANGUAGE}`
const message = new RegExp(`^templates[/.](${NAME})[/.](${LANGUAGE})\\.(${templateParts.join('|')})\\.liquid$`)
const partial = new RegExp(`^templates[/.]${PARTIALS}[/.](${NAME})\\.liquid$`)

/**
 * Reads what a template is for from its path (templates.md#template-files); null for another path.
 */
export function templateKey(path: string): TemplateKey | null {
  const [, piece] = partial.exec(path) ?? []
  if (piece !== undefined) return { partial: piece }
  const [, name, language, part] = message.exec(path) ?? []
  if (name === undefined || language === undefined || part === undefined || name === PARTIALS) return null
  return { name, language, part: part as TemplatePart }
}

const documents: readonly string[] = templatedDocuments
const notifications: readonly string[] = notificationTemplates
const messages: readonly string[] = [...builtInMessages, BASE_MESSAGE]

export function isDocument(name: string): boolean {
  return documents.includes(name)
}

/**
 * Whether a name is a built-in notification, which has the layout of `message` where it has none of
 * its own.
 */
export function isNotification(name: string): boolean {
  return notifications.includes(name)
}

/** Whether the tenant has made the message up, so that there is no built-in one. */
export function isOwnMessage(name: string): boolean {
  return !messages.includes(name) && !isDocument(name)
}

/** The languages that are looked for, the most special first: `nb-NO`, `nb`. */
export function languageChain(locale: string): string[] {
  const parts = locale.split('-')
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('-'))
}
