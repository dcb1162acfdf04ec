import { declareValuePlugin, type Ignorer, PluginKind } from '@stryker-mutator/api/plugin'

type Path = Parameters<Ignorer['shouldIgnore']>[0]

const isText = ({ node }: Path) => node.type === 'StringLiteral' || node.type === 'TemplateLiteral'

/** What a `new …Error(…)` or `invariant(…)` calls. */
function calledName({ node }: Path): string {
  if (node.type !== 'NewExpression' && node.type !== 'CallExpression' && node.type !== 'OptionalCallExpression') return ''
  return node.callee.type === 'Identifier' ? node.callee.name : ''
}

/**
 * Leaves alone how an error says what is wrong: a test that repeats the sentence would only be in
 * the way of a better one. The code of a `DomainError`, its first argument, is no such text.
 */
const errorTexts: Ignorer = {
  shouldIgnore(path) {
    if (!isText(path) || path.parentPath === null) return undefined
    const name = calledName(path.parentPath)
    if (name === 'DomainError' && path.key === 0) return undefined
    return name === 'invariant' || name.endsWith('Error') || name === 'super' ? 'the text of an error' : undefined
  },
}

export const strykerPlugins = [declareValuePlugin(PluginKind.Ignore, 'error-texts', errorTexts)]
