import t from 'tap'
import { tenantFiles, visibleTemplates } from './template-list.ts'

const entry = (origin: 'Tenant' | 'BuiltIn', path: string, text: string) => {
  const [, name = '', language = '', part = ''] = /^templates[/.]([^/.]+)[/.]([^.]+)\.([^.]+)\.liquid$/.exec(path) ?? []
  return { origin, path, text, name, language, part }
}
const all = [
  entry('Tenant', 'templates.shipped.nb.text.liquid', 'own'),
  entry('Tenant', 'templates/receipt/nb.pdf.liquid', 'receipt'),
  entry('BuiltIn', 'templates/shipped/nb.text.liquid', 'built in'),
  entry('BuiltIn', 'templates/shipped/any.text.liquid', 'any'),
]

t.test('given templates of the tenant and built-in ones, when they are listed, then each path is there once', async (t) => {
  t.same(
    visibleTemplates(all).map(({ path, text }) => [path, text]),
    [
      ['templates/receipt/nb.pdf.liquid', 'receipt'],
      ['templates/shipped/any.text.liquid', 'any'],
      ['templates/shipped/nb.text.liquid', 'own'],
    ],
    'one in the form of a ConfigMap has the path of the folder',
  )
})

t.test('given a template that is being written, when it is previewed, then it is in place of that of the tenant', async (t) => {
  t.same(tenantFiles(all, { path: 'templates/shipped/nb.text.liquid', text: 'new' }), [
    { path: 'templates/receipt/nb.pdf.liquid', text: 'receipt' },
    { path: 'templates/shipped/nb.text.liquid', text: 'new' },
  ])
})
