import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { Application } from 'typedoc'

t.test(
  'given the comments of the client, when TypeDoc makes the reference, then each entry has a page and nothing is amiss',
  async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'open-oms-client-docs-'))
    t.teardown(() => rm(folder, { recursive: true, force: true }))
    const options = join(import.meta.dirname, '..', 'typedoc.json')
    const application = await Application.bootstrapWithPlugins({ options, out: folder, logLevel: 'Error' })
    const project = await application.convert()
    t.ok(project)
    if (project === undefined) return
    application.validate(project)
    t.notOk(application.logger.hasWarnings() || application.logger.hasErrors())
    await application.generateOutputs(project)
    t.equal((await readdir(join(folder, 'modules'))).length, application.options.getValue('entryPoints').length)
  },
)
