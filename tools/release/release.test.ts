import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { productVersion } from '@open-oms/contracts/version'
import { root } from '@open-oms/system/root'
import t, { type Test } from 'tap'
import { isNewer, readVersions, versionPlaces } from './version-places.ts'

/** A folder with nothing but the files that say the version, and a changelog. */
function checkout(t: Test, unreleased: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'oms-release-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  for (const { path } of versionPlaces(root)) cpSync(join(root, path), join(folder, path))
  writeFileSync(join(folder, 'CHANGELOG.md'), `# Changelog\n\n## Unreleased\n\n${unreleased}`)
  return folder
}

function release(folder: string, ...args: string[]) {
  const program = join(root, 'tools', 'release.ts')
  return spawnSync(process.execPath, ['--conditions=development', program, ...args, '--in', folder], { encoding: 'utf8' })
}

const said = (folder: string) => new Set(versionPlaces(folder).flatMap((place) => readVersions(folder, place)))

t.test('given the checkout, when every file that says the version is read, then all say that of package.json', async (t) => {
  const places = versionPlaces(root)
  t.equal(places[0]?.path, 'package.json')
  t.ok(places.length > 20)
  for (const place of places) {
    const versions = readVersions(root, place)
    t.equal(versions.length, place.path.endsWith('Chart.yaml') ? 2 : 1, place.path)
    for (const version of versions) t.equal(version, productVersion, place.path)
  }
})

t.test('given two versions, when they are compared, then the parts count as numbers', async (t) => {
  t.equal(isNewer('0.10.0', '0.9.9'), true)
  t.equal(isNewer('1.0.0', '0.99.0'), true)
  for (const older of ['0.9.9', '0.9.8', '0.8.99', '0.0.0']) t.equal(isNewer(older, '0.9.9'), false, older)
  for (const wrong of ['1.0', 'v1.0.0', '01.0.0', '1.0.0-rc.1', '']) t.equal(isNewer(wrong, '0.9.9'), null, wrong)
})

t.test(
  'given unreleased changes, when a version is released, then every file says it and the changes are its section',
  async (t) => {
    const folder = checkout(t, '### Fixed\n\n- It works. **To\n  do**: look\n  again.\n')
    const { status, stdout } = release(folder, '9.8.7')
    t.equal(status, 0)
    t.match(stdout, 'v9.8.7')
    t.same([...said(folder)], ['9.8.7'])
    const day = /\d{4}-\d\d-\d\d/
    t.equal(
      readFileSync(join(folder, 'CHANGELOG.md'), 'utf8').replace(day, 'DAY'),
      '# Changelog\n\n## Unreleased\n\n## 9.8.7 - DAY\n\n### To do\n\n- Look again.\n\n### Fixed\n\n- It works.\n',
    )
    t.match(release(folder, '9.8.8'), { status: 1, stderr: 'nothing below "Unreleased"' })
  },
)

t.test('given what cannot be released, when it is tried, then it says why and no file differs', async (t) => {
  const folder = checkout(t, '### Fixed\n\n- It works.\n')
  t.match(release(folder, productVersion), { status: 1, stderr: `is no version (X.Y.Z) after ${productVersion}` })
  t.match(release(folder, 'v9.0.0'), { status: 1, stderr: 'is no version' })
  t.match(release(folder), { status: 2, stderr: 'One version is needed.' })
  t.same([...said(folder)], [productVersion])
})
