import t from 'tap'
import { changelogSection, releaseChangelog } from './changelog.ts'

const changelog = (unreleased: string) => `# Changelog

All changes.

## Unreleased
${unreleased}
## 0.1.0 - 2026-01-31

### Added

- The first.
`

t.test('given changes, when they are released, then what is to be done comes first and older sections stay', async (t) => {
  const text = changelog(`
### Added

- A thing.

### Changed: speed

- It is
  faster. **To do**: write \`a\`
  as \`b\`.
- It is smaller.
`)
  const released = releaseChangelog(text, '0.2.0', '2026-02-28')
  t.equal(
    changelogSection(released, '0.2.0'),
    '### To do\n\n- Write `a` as `b`.\n\n### Added\n\n- A thing.\n\n### Changed: speed\n\n- It is\n  faster.\n- It is smaller.',
  )
  t.equal(changelogSection(released, 'Unreleased'), '')
  t.equal(changelogSection(released, '0.1.0'), '### Added\n\n- The first.')
  t.match(released, '## Unreleased\n\n## 0.2.0 - 2026-02-28\n\n### To do')
})

t.test('given a changelog, when a version is not in it, then there is no section, also of a part of its name', async (t) => {
  t.equal(changelogSection(changelog(''), '0.1'), null)
  t.equal(changelogSection(changelog(''), '1.0'), null)
})

t.test('given no changes or a heading that is no kind, when they are released, then that is refused', async (t) => {
  for (const empty of ['', '\n', '\n### Added\n'])
    t.throws(() => releaseChangelog(changelog(empty), '0.2.0', 'x'), /nothing below/, empty)
  t.throws(() => releaseChangelog('# Changelog\n', '0.2.0', 'x'), /nothing below/)
  t.throws(() => releaseChangelog(changelog('\n### New\n\n- A thing.\n'), '0.2.0', 'x'), /has "New" below/)
})
