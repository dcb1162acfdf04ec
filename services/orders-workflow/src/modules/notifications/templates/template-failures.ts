import type { ConfigProblem } from '@open-oms/contracts/config/config-file'
import type { TemplatePart } from '@open-oms/contracts/templates/template-names'
import type { Log } from '@open-oms/service-kit/observability/log'
import type { Metrics } from '@open-oms/service-kit/observability/metrics'

/** A template of the tenant that could not be rendered. It names no data of the order. */
export type TemplateFailure = { name: string; part: TemplatePart; problem: ConfigProblem }

const listeners = new Set<(failure: TemplateFailure) => void>()

/**
 * Calls the listener for every template that fails in this process, until the returned function is
 * called.
 */
export function onTemplateFailure(listener: (failure: TemplateFailure) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Called where the built-in template is used. */
export function reportFailure(failure: TemplateFailure): void {
  for (const listener of listeners) listener(failure)
}

/**
 * Logs and counts templates that fail, until the returned function is called
 * (templates.md#template-failures).
 */
export function watchTemplateFailures({ log, metrics }: { log: Log; metrics?: Metrics | undefined }): () => void {
  return onTemplateFailure(({ name, part, problem }) => {
    metrics?.count('oms_template_failures_total', { name, part })
    log.error({ name, part, ...problem }, 'a template of the tenant could not be rendered; the built-in one is used')
  })
}
