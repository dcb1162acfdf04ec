import type { Deps } from '../../../deps.ts'

/** When a scroll that is used now expires. */
export function scrollEnd({ config }: Pick<Deps, 'config'>, now: Date): Date {
  return new Date(now.getTime() + config().settings.search.scrollLifeSeconds * 1_000)
}
