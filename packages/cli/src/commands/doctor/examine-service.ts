import { apiUrl } from '../../api/address.ts'
import { networkCode } from '../../api/api-failure.ts'
import { type Examination, type Finding, unreachablePart } from './finding.ts'
import { findSigns, parseMetrics } from './metric-signs.ts'

const TIMEOUT_MS = 10_000
/** Tokens and time-outs tolerate a clock that is this much off. */
const SKEW_MS_MAX = 5_000

type Health = {
  status?: string
  checks?: Record<string, string>
  version?: string
  configuration?: { hash: string; isRefused: boolean }
}

const healthPage = 'docs/how-to/monitor.md'

/**
 * Examines a process by its own address: health, version, configuration, clock, and what its
 * metrics say where it shows them. The gateway shows none on its public port.
 */
export async function examineService(name: string, url: string, signal: AbortSignal): Promise<Examination> {
  const sent = Date.now()
  let response: Response
  let health: Health
  try {
    response = await get(apiUrl(url, '/health'), signal)
    health = (await response.json()) as Health
  } catch (error) {
    signal.throwIfAborted()
    const reason = networkCode(error) || (error as Error).message
    const remedy = `Look at the log of ${name}, and start it again; \`npm start\` does that automatically.`
    return unreachablePart(name, reason, { remedy, page: healthPage })
  }
  const skewMs = skewOfResponse(response, sent)
  const metrics = name === 'gateway' ? null : await readMetrics(url, signal)
  const signs = metrics === null ? [] : findSigns(name, parseMetrics(metrics))
  const isHealthy = response.status === 200
  const facts = {
    status: health.status ?? String(response.status),
    version: health.version ?? null,
    configuration: health.configuration?.hash ?? null,
    clockSkewMs: skewMs,
  }
  return {
    parts: [{ name, isHealthy, facts }],
    findings: [...notReady(name, response.status, health), ...refused(name, health), ...skewed(name, skewMs), ...signs],
  }
}

async function get(url: string, signal: AbortSignal): Promise<Response> {
  return await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]) })
}

async function readMetrics(url: string, signal: AbortSignal): Promise<string | null> {
  try {
    const response = await get(apiUrl(url, '/metrics'), signal)
    return response.ok ? await response.text() : null
  } catch {
    signal.throwIfAborted()
    return null
  }
}

/**
 * How far the clock of a process is ahead, as the `Date` header of its response says; null where it
 * does not say.
 */
function skewOfResponse(response: Response, sent: number): number | null {
  const date = Date.parse(response.headers.get('date') ?? '')
  return Number.isNaN(date) ? null : clockSkewMs(date, { sent, received: Date.now(), resolutionMs: 1_000 })
}

type ClockSample = { sent: number; received: number; resolutionMs: number }

/**
 * How far a clock that showed `shown` is ahead of this machine's, in ms. What the time between
 * request and response and the resolution of what was shown explain is 0.
 */
export function clockSkewMs(shown: number, { sent, received, resolutionMs }: ClockSample): number {
  if (shown + resolutionMs < sent) return shown + resolutionMs - sent
  return shown > received ? shown - received : 0
}

function notReady(part: string, status: number, { checks = {} }: Health): Finding[] {
  if (status === 200) return []
  const failing = Object.entries(checks).flatMap(([name, outcome]) => (outcome === 'ok' ? [] : [`${name} ${outcome}`]))
  const sentence = `${part} is not ready${failing.length === 0 ? '' : `: ${failing.join(', ')}`}.`
  const remedy = 'See to the parts that are named; without any, the process is stopping or starting.'
  return [{ severity: 'Act', code: 'NotReady', part, sentence, remedy, page: healthPage }]
}

function refused(part: string, { configuration }: Health): Finding[] {
  if (configuration?.isRefused !== true) return []
  const sentence = `${part} has refused the changed configuration, and works by the former one.`
  const remedy = 'Its log names file and reason: correct the file, and send the service SIGHUP.'
  return [
    { severity: 'Act', code: 'ConfigurationRefused', part, sentence, remedy, page: 'docs/how-to/configure-the-workflow.md' },
  ]
}

/** A clock that is further off than tokens tolerate. */
export function skewed(part: string, skewMs: number | null): Finding[] {
  if (skewMs === null || Math.abs(skewMs) <= SKEW_MS_MAX) return []
  const direction = skewMs > 0 ? 'ahead of' : 'behind'
  const sentence = `The clock of ${part} is ${Math.round(Math.abs(skewMs) / 1_000)} s ${direction} that of this machine.`
  const remedy = 'Have the clocks of all machines set by NTP; tokens are refused when they differ.'
  return [{ severity: 'Act', code: 'ClockSkew', part, sentence, remedy, page: healthPage }]
}

/**
 * Processes that work by different configurations, or are of different versions
 * (configuration.md#configuration-reload).
 */
export function findDifferences({ parts }: Examination): Finding[] {
  return [
    ...differing(parts, 'configuration', {
      code: 'ConfigurationDiffers',
      remedy: 'Give all processes the same files; one that has refused a change says why in its log.',
      page: 'docs/how-to/configure-the-workflow.md',
    }),
    ...differing(parts, 'version', {
      code: 'VersionDiffers',
      remedy: 'Finish the upgrade: all processes must run the same version.',
      page: 'docs/how-to/upgrade.md',
    }),
  ]
}

type Difference = Pick<Finding, 'code' | 'remedy' | 'page'>

function differing(parts: Examination['parts'], fact: 'configuration' | 'version', difference: Difference): Finding[] {
  const byValue = new Map<string, string[]>()
  for (const { name, facts } of parts) {
    const value = facts[fact]
    if (typeof value === 'string') byValue.set(value, [...(byValue.get(value) ?? []), name])
  }
  if (byValue.size < 2) return []
  const groups = Array.from(byValue, ([value, names]) => `${names.join(', ')} ${fact === 'version' ? value : value.slice(0, 12)}`)
  const sentence = `The processes differ in their ${fact}: ${groups.join('; ')}.`
  return [{ severity: 'Act', part: 'system', sentence, ...difference }]
}
