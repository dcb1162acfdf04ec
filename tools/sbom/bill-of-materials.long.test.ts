import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { billOfMaterials } from './bill-of-materials.ts'
import { readDeployedPackages } from './deployed-packages.ts'

const sha512 = Buffer.alloc(64, 7)
const manifest = (name: string, version: string, license = 'MIT') => JSON.stringify({ name, version, license })

/**
 * A service with one package of the registry that needs another one of the workspace, laid out as
 * pnpm does.
 */
function deployedService(t: Test): string {
  const folder = t.testdir({
    'package.json': manifest('@open-oms/service', '1.0.0'),
    'pnpm-lock.yaml': `packages:\n  scribe@2.0.0:\n    resolution: { integrity: sha512-${sha512.toString('base64')} }\n`,
    node_modules: {
      '.pnpm': {
        'scribe@2.0.0': {
          node_modules: { scribe: { 'package.json': manifest('scribe', '2.0.0', 'MIT OR Apache-2.0') }, '@open-oms': {} },
        },
        '@open-oms+kit@file+kit': {
          node_modules: { '@open-oms': { kit: { 'package.json': manifest('@open-oms/kit', '0.1.0') } } },
        },
        node_modules: {},
      },
    },
  })
  const store = join(folder, 'node_modules', '.pnpm')
  symlinkSync(join(store, 'scribe@2.0.0', 'node_modules', 'scribe'), join(folder, 'node_modules', 'scribe'))
  symlinkSync(
    join(store, '@open-oms+kit@file+kit', 'node_modules', '@open-oms', 'kit'),
    join(store, 'scribe@2.0.0', 'node_modules', '@open-oms', 'kit'),
  )
  return folder
}

t.test('given a deployed service, then every package is listed once with licence, hash and dependencies', async (t) => {
  const bill = JSON.parse(await billOfMaterials(readDeployedPackages(deployedService(t))))
  t.match(bill, { bomFormat: 'CycloneDX', specVersion: '1.6', metadata: { component: { name: 'service', version: '1.0.0' } } })
  const found = bill.components.map((one: { purl: string; hashes?: { content: string }[] }) => [
    one.purl,
    one.hashes?.[0]?.content,
  ])
  t.same(found, [
    ['pkg:npm/%40open-oms/kit@0.1.0', undefined],
    ['pkg:npm/scribe@2.0.0', sha512.toString('hex')],
  ])
  t.same(bill.components[1].licenses, [{ expression: 'MIT OR Apache-2.0' }])
  t.same(bill.dependencies, [
    { ref: '@open-oms/kit@0.1.0' },
    { ref: '@open-oms/service@1.0.0', dependsOn: ['scribe@2.0.0'] },
    { ref: 'scribe@2.0.0', dependsOn: ['@open-oms/kit@0.1.0'] },
  ])
})

t.test('given the same packages, then the text is the same', async (t) => {
  const folder = deployedService(t)
  t.equal(await billOfMaterials(readDeployedPackages(folder)), await billOfMaterials(readDeployedPackages(folder)))
})

t.test('given a package without a version, then nothing is written that breaks the schema', async (t) => {
  const broken = readDeployedPackages(deployedService(t))
  const [first] = broken.packages
  await t.rejects(billOfMaterials({ ...broken, packages: [{ ...first, manifest: { name: '', version: '' } }] as never }))
})
