// Shared process: a started system.
import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { guidePages } from '@open-oms/tools/docs/guide-pages'
import { guideCall } from '@open-oms/tools/docs/render-guide'
import t, { type Test } from 'tap'
import { sharedSystem } from './shared-system.ts'

/** A block of a guide that is run, and what its response must contain. */
type GuideStep = { shell: string; expected: unknown; isRefused: boolean }

const BLOCK = /^```(sh|json)( error)?\n(.*?)^```$/gms
const waitMs = 240_000

type Schema = { $ref?: string; properties?: object; additionalProperties?: unknown }
type Operation = { requestBody?: { content: Record<string, { schema: Schema }> } }
type Document = { paths: Record<string, Record<string, Operation>>; components: { schemas: Record<string, Schema> } }

t.test('given the guides, when their bodies are compared with the document, then each field is one that is read', async (t) => {
  const { system } = await sharedSystem()
  const document = (await (await fetch(new URL('/openapi.json', system.gatewayUrl))).json()) as Document
  for (const { name, file } of guidePages.filter(({ hasCalls }) => hasCalls)) {
    const markdown = await readFile(join(import.meta.dirname, '..', file), 'utf8')
    for (const { shell } of parseSteps(markdown))
      t.strictSame(ignoredFields(shell, document), [], `${name}: ${shell.slice(0, 80)}`)
  }
})

/**
 * Fields of the body of a call that the operation does not know, and so would not look at: a
 * misspelt filter finds everything.
 */
function ignoredFields(shell: string, { paths, components }: Document): string[] {
  const call = guideCall(shell)
  const body = [call?.body].flat()[0]
  if (call === null || typeof body !== 'object' || body === null) return []
  const matchesPath = (template: string) =>
    new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`, 'i').test(call.path.replace(/\?.*/, ''))
  const operation = Object.entries(paths).find(([template, its]) => matchesPath(template) && its[call.method.toLowerCase()])?.[1]
  const given = operation?.[call.method.toLowerCase()]?.requestBody?.content['application/json']?.schema
  const { properties, additionalProperties } =
    (given?.$ref && components.schemas[given.$ref.split('/').at(-1) ?? '']) || given || {}
  if (properties === undefined || additionalProperties === true) return []
  return Object.keys(body).filter((field) => !(field in properties))
}

t.test('given the guides, when their calls are run in the order of the page, then each has its response', async (t) => {
  const { system } = await sharedSystem()
  for (const { name, file } of guidePages.filter(({ hasCalls }) => hasCalls)) {
    await t.test(`given the guide ${name}, when it is run as it is written, then it works`, (t) =>
      runGuide(t, file, system.gatewayUrl),
    )
  }
})

/** What a guide does from top to bottom: each block of shell with the response below it. */
function parseSteps(markdown: string): GuideStep[] {
  const steps: GuideStep[] = []
  for (const [, language, error, content = ''] of markdown.matchAll(BLOCK)) {
    if (language === 'sh') steps.push({ shell: content.trim(), expected: undefined, isRefused: false })
    else Object.assign(steps.at(-1) ?? {}, { expected: JSON.parse(content), isRefused: error !== undefined })
  }
  return steps
}

/** Runs the calls of a guide in the order of the page as they are written. */
async function runGuide(t: Test, file: string, gatewayUrl: string): Promise<void> {
  const markdown = await readFile(join(import.meta.dirname, '..', file), 'utf8')
  const adapted = markdown.replaceAll('http://127.0.0.1:8080', gatewayUrl)
  let environment: NodeJS.ProcessEnv = process.env
  for (const step of parseSteps(adapted)) environment = await runStep(t, step, environment)
}

async function runStep(t: Test, step: GuideStep, environment: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  const call = guideCall(step.shell)
  const title = call === null ? 'signs in' : `${call.method} ${call.path}`
  const isRead = call !== null && (call.method === 'GET' || call.path.endsWith('/Search'))
  for (const until = Date.now() + waitMs; ; await sleep(200)) {
    const { code, output, after } = await inShell(step.shell, environment)
    const isExpected = (code === 0) === !step.isRefused && contains(output === '' ? undefined : parsed(output), step.expected)
    // The effects of an event follow a moment later.
    if (!isExpected && isRead && Date.now() < until) continue
    t.ok(isExpected, title, { found: output.slice(0, 2_000), wanted: step.expected })
    return after
  }
}

/**
 * Runs a block; what it assigns is in the environment afterwards. A status of 400 or more fails it.
 */
async function inShell(shell: string, env: NodeJS.ProcessEnv) {
  const script = `set -a; curl() { command curl --fail-with-body "$@"; }\n${shell}\ncode=$?\nenv -0 >&3\nexit $code`
  const child = spawn('bash', ['-c', script], { env, stdio: ['ignore', 'pipe', 'inherit', 'pipe'] })
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [output, variables] = await Promise.all([text(child.stdout as Readable), text(child.stdio[3] as Readable)])
  const after = Object.fromEntries(
    variables.split('\0').map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
  return { code: await closed, output, after: after as NodeJS.ProcessEnv }
}

function parsed(output: string): unknown {
  try {
    return JSON.parse(output)
  } catch {
    return output
  }
}

/** Whether a response has every expected field; of a list, the expected items in their order. */
function contains(actual: unknown, expected: unknown): boolean {
  if (expected === undefined) return true
  if (typeof expected !== 'object' || expected === null) return actual === expected
  if (typeof actual !== 'object' || actual === null) return false
  if (!Array.isArray(expected)) {
    return Object.entries(expected).every(([name, value]) => name in actual && contains((actual as never)[name], value))
  }
  if (!Array.isArray(actual)) return false
  let from = 0
  return expected.every((wanted) => {
    const found = actual.findIndex((item, index) => index >= from && contains(item, wanted))
    from = found + 1
    return found >= 0
  })
}
