import { extname } from 'node:path'
import { DomainError } from '@open-oms/contracts/errors'
import { Piscina } from 'piscina'
import type { TaskOutcome, TemplateTask, TemplateTaskInputs, TemplateTaskResults } from './template-tasks.ts'

/** Tries templates of requests, which nobody has checked yet. */
export type TemplateTrial = {
  /**
   * Carries out a task after those that came before. Raises what the task raises, `TemplateFailed`
   * when it takes too long or too much memory, and `Unavailable` when too many wait.
   */
  run<K extends keyof TemplateTaskInputs>(kind: K, input: TemplateTaskInputs[K]): Promise<TemplateTaskResults[K]>
  stop(): Promise<void>
}

/** Several times the processor time that a task may take: the machine may be busy. */
const TIMEOUT_MS = 10_000
const WAITING_MAX = 8
const IDLE_MS = 60_000
const MEMORY_MIB = 256

/** The same file as TypeScript in development and as JavaScript in production. */
const filename = new URL(`./template-tasks${extname(import.meta.filename)}`, import.meta.url).href

/**
 * Makes the thread for templates of requests (templates.md#template-check). A template can hold up
 * its thread for longer than its limits say: they are looked at between its parts, and one filter
 * over a large list is one part. Here it holds up nothing but others of its kind, until it is
 * ended.
 */
export function createTemplateTrial({ timeoutMs = TIMEOUT_MS } = {}): TemplateTrial {
  const pool = new Piscina({
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MIB },
  })

  async function carryOut(task: TemplateTask): Promise<TaskOutcome> {
    if (pool.queueSize >= WAITING_MAX)
      throw new DomainError('Unavailable', 'Too many templates are being tried. Try again soon.', { retryAfterSeconds: 5 })
    try {
      return await pool.run(task, { filename, name: 'carryOutTemplateTask', signal: AbortSignal.timeout(timeoutMs) })
    } catch (cause) {
      throw new DomainError('TemplateFailed', 'The templates take too long, or too much memory.', { cause })
    }
  }

  return {
    async run(kind, input) {
      const outcome = await carryOut({ kind, input })
      if ('refusal' in outcome) throw new DomainError(outcome.refusal.code, outcome.refusal.message)
      return outcome.result as never
    },
    stop: () => pool.destroy(),
  }
}
