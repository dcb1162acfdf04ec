import { join } from 'node:path'
import process from 'node:process'
import type { Deployment } from './deployment.ts'
import { runProgram } from './run-program.ts'

/** Those that need no servers of their own; the first one wants a till that has not closed yet. */
const stories = ['z-report-story.test.ts', 'product-copies.test.ts', 'story.test.ts', 'console-stock.long.test.ts']

/**
 * Runs the stories of e2e/ through the gateway of the deployment. Rejects with the output of what
 * fails.
 */
export async function runStories(deployment: Deployment, report: (line: string) => void): Promise<void> {
  const folder = join(deployment.root, 'e2e')
  // A story compiles the recipes of the client's README; a fresh checkout does not have its types
  // yet.
  await runNode(deployment, join(deployment.root, 'packages', 'client', 'generate-types.ts'))
  for (const story of stories) {
    const output = await runNode(deployment, join(folder, story))
    report(`${story}: ${(output.match(/^\s*ok \d+/gm) ?? []).length} assertions`)
  }
}

/** Runs `npm run demo` against the deployment. */
export async function runDemo(deployment: Deployment, report: (line: string) => void): Promise<void> {
  const output = await runNode(deployment, join(deployment.root, 'tools', 'demo.ts'))
  report(`demo: ${output.trim().split('\n').at(-1)}`)
}

async function runNode({ root, folder, client, userPassword }: Deployment, file: string): Promise<string> {
  const env = {
    OMS_TEST_SYSTEM: folder,
    OMS_DATA_DIR: folder,
    OMS_CONFIG_DIR: join(folder, 'tenant'),
    OMS_CLIENT_ID: client.clientId,
    OMS_CLIENT_SECRET: client.clientSecret,
    OMS_USER_PASSWORD: userPassword,
    TAP_TIMEOUT: '900',
  }
  return (await runProgram([process.execPath, '--conditions=development', file], { cwd: join(root, 'e2e'), env })).toString()
}
