import { productVersion } from '@open-oms/contracts/version'

/** The files of a new extension: its path in the folder, and its text. */
export type ExtensionFiles = Readonly<Record<string, string>>

/** The step that a new extension has: `loyalty-points` has `AddLoyaltyPointsTag`. */
export function stepName(extension: string): string {
  const words = extension.split('-').map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
  return `Add${words.join('')}Tag`
}

/** What `oms extension new` writes: a step that can be run, and its test. */
export function extensionFiles(name: string): ExtensionFiles {
  return {
    'package.json': formatted(manifest(name)),
    'tsconfig.json': formatted({ compilerOptions, include: ['src'] }),
    '.gitignore': 'node_modules/\n',
    'src/extension.ts': extensionText(name),
    'src/add-tag.ts': stepText(name),
    'src/add-tag.test.ts': testText(name),
  }
}

function formatted(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

function manifest(name: string): object {
  return {
    name,
    version: '0.1.0',
    private: true,
    type: 'module',
    engines: { node: '>=24' },
    scripts: { test: 'node --test', 'check-types': 'tsc' },
    dependencies: { '@open-oms/extend': `^${productVersion}` },
    devDependencies: { '@types/node': '^24.0.0', typescript: '>=5.9.0' },
  }
}

/** Node.js runs the sources as they are, without their types. */
const compilerOptions = {
  target: 'ES2024',
  module: 'NodeNext',
  types: ['node'],
  strict: true,
  erasableSyntaxOnly: true,
  verbatimModuleSyntax: true,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  noEmit: true,
}

function extensionText(name: string): string {
  return `import { defineExtension } from '@open-oms/extend/extension'
import { addTag } from './add-tag.ts'

export const extension = defineExtension({ name: '${name}', steps: [addTag] })
`
}

function stepText(name: string): string {
  return `import { defineStep, stepProperty } from '@open-oms/extend/step'

/** Adds a tag to the order, once. */
export const addTag = defineStep({
  kind: 'change',
  names: ['${stepName(name)}'],
  properties: {
    Tag: {
      values: /^[a-z][a-z0-9-]{0,49}$/,
      type: 'text',
      meaning: 'The tag.',
      default: '${name}',
      limits: 'small letters, digits and dashes',
    },
  },
  reference: {
    does: 'Adds a tag to the order',
    conditions: [],
    warnings: ['the order has the tag already'],
    errors: [],
  },
  apply(order, { step }) {
    const tag = stepProperty(step, 'Tag') ?? '${name}'
    if (order.tags.includes(tag)) return { order, actionStatus: 'Warning', message: 'The order has the tag already.' }
    return { order: { ...order, tags: [...order.tags, tag] }, actionStatus: 'Success' }
  },
})
`
}

function testText(name: string): string {
  return `import assert from 'node:assert/strict'
import test from 'node:test'
import { runStep, testOrder } from '@open-oms/extend/testing'
import { addTag } from './add-tag.ts'

test('adds the tag once', async () => {
  const tagged = await runStep(addTag, testOrder())
  assert.equal(tagged.actionStatus, 'Success')
  assert.deepEqual(tagged.order.tags, ['${name}'])
  const again = await runStep(addTag, tagged.order)
  assert.equal(again.actionStatus, 'Warning')
  assert.deepEqual(again.order.tags, ['${name}'])
})

test('adds the tag of its property', async () => {
  const { order } = await runStep(addTag, testOrder({ total: 125 }), { properties: { Tag: 'gold' } })
  assert.deepEqual(order.tags, ['gold'])
})
`
}
