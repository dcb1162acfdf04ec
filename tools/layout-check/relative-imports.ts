import { posix } from 'node:path'
import { lineAt, type SourceFile } from './source-file.ts'
import { literalText, type SyntaxNode, visitNodes } from './visit-nodes.ts'

export type Import = { specifier: string; line: number }

/**
 * Everything that a file imports or exports from elsewhere: types, `import('…').T` and calls of
 * `import('…')` included.
 */
export function fileImports({ text, program }: SourceFile): Import[] {
  const imports: Import[] = []
  visitNodes(program, (node) => {
    const specifier = literalText(importSource(node))
    if (specifier !== null) imports.push({ specifier, line: lineAt(text, node.start) })
  })
  return imports
}

/** Where a node imports or exports from; a path that is calculated is not known here. */
function importSource(node: SyntaxNode): unknown {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
    case 'ImportExpression':
    case 'TSImportType':
      return node.source
    case 'TSExternalModuleReference':
      return node.expression
    default:
      return null
  }
}

/** The relative imports of a file by the path from the root that they lead to. */
export function relativeImports(file: SourceFile): { target: string; line: number }[] {
  return fileImports(file)
    .filter(({ specifier }) => specifier.startsWith('.'))
    .map(({ specifier, line }) => ({ target: posix.join(posix.dirname(file.path), specifier), line }))
}
