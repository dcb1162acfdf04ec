import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin'

/** A part of the code, as Babel has it, of which Stryker says nothing. */
type Path = {
  node: { type: string; callee?: { type: string; name?: string } }
  parentPath: Path | null
  /** Its place in the list that it is in. */
  key: string | number | null
}

/** What a `new …Error(…)` or `invariant(…)` calls; empty for anything else. */
function calledName({ node: { callee } }: Path): string {
  return callee?.type === 'Super' ? 'super' : (callee?.name ?? '')
}

/**
 * Leaves alone how an error says what is wrong: a test that repeats the sentence would only be in
 * the way of a better one. The code of a `DomainError`, its first argument, is no such text.
 */
function shouldIgnore(found: object): string | undefined {
  const { node, parentPath, key } = found as Path
  if (parentPath === null || (node.type !== 'StringLiteral' && node.type !== 'TemplateLiteral')) return undefined
  const name = calledName(parentPath)
  if (name === 'DomainError' && key === 0) return undefined
  return name === 'invariant' || name === 'super' || name.endsWith('Error') ? 'the text of an error' : undefined
}

export const strykerPlugins = [declareValuePlugin(PluginKind.Ignore, 'error-texts', { shouldIgnore })]
