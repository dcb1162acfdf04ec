import t from 'tap'
import { parseSourceFile } from './source-file.ts'
import { findShapelessTitles } from './test-titles.ts'

/** The lines at which the rule finds something in a source text. */
function found(text: string, path = 'packages/money/src/tax.test.ts'): number[] {
  return findShapelessTitles(parseSourceFile(path, text)).map(({ line }) => line)
}

const shapeless = {
  'a title that states nothing': "t.test('tax', async () => 1)",
  'a title that says what should be': "t.test('should round half a cent up', async () => 1)",
  'a title without an outcome': "t.test('given a price, when its tax is taken out', async () => 1)",
  'a title that begins with the outcome': "t.test('the price, then the tax, given a rate', async () => 1)",
  'a template that states nothing': `t.test(\`\${name} too\`, async () => 1)`,
  'a title of a test inside of another':
    "t.test('given a price, when it is taxed, then it grows', async (t) => t.test('by tax', async () => 1))",
}

for (const [name, text] of Object.entries(shapeless)) {
  t.test(`given ${name}, when the file is checked, then the test is named`, async (t) => {
    t.same(found(text), [1])
    t.same(found(text, 'packages/service-kit/src/testing/scope-suite.ts'), [1], 'in a suite that tests share')
  })
}

const wellFormed = {
  'state, action and outcome': "t.test('given a price, when its tax is taken out, then the rest is net', async () => 1)",
  'an action and an outcome': "t.test('when no rate is known, then there is no tax', async () => 1)",
  'a state and an outcome': "t.test('given a rate of 0, then there is no tax', async () => 1)",
  'a statement': "t.test('rounds half a cent up', async () => 1)",
  'a template with a statement': `t.test(\`\${name} is refused\`, async () => 1)`,
  'a template in the form': `t.test(\`given a rate of \${rate}, when a price is taxed, then it is \${price}\`, async () => 1)`,
  'a title from a table': 'for (const one of cases) t.test(one.name, async () => 1)',
  'a regular expression': "const isShort = /^.{3}$/.test('abc')\nconst isName = pattern.test('the name')",
}

for (const [name, text] of Object.entries(wellFormed)) {
  t.test(`given ${name}, when the file is checked, then nothing is found`, async (t) => {
    t.same(found(text), [])
  })
}

t.test('given a file that is no test, when it is checked, then nothing is found', async (t) => {
  t.same(found(shapeless['a title that states nothing'], 'packages/money/src/tax.ts'), [])
})
