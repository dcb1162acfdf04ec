import type { Sampler, SpanExporter } from '@opentelemetry/sdk-trace'
import { setTracer } from './tracing.ts'

type Environment = Record<string, string | undefined>

export type Tracing = {
  isOn: boolean
  /** Sends what is waiting; to be called when the process stops. */
  stop(): Promise<void>
}

/** Whether the standard variables ask for traces: an OTLP endpoint, or an exporter by name. */
function isWanted(environment: Environment): boolean {
  if (environment.OTEL_SDK_DISABLED?.toLowerCase() === 'true' || environment.OTEL_TRACES_EXPORTER === 'none') return false
  return Boolean(
    environment.OTEL_EXPORTER_OTLP_ENDPOINT || environment.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || environment.OTEL_TRACES_EXPORTER,
  )
}

async function createExporter(environment: Environment): Promise<SpanExporter> {
  if (environment.OTEL_TRACES_EXPORTER === 'console') return new (await import('@opentelemetry/sdk-trace')).ConsoleSpanExporter()
  return new (await import('@opentelemetry/exporter-trace-otlp-http')).OTLPTraceExporter()
}

/** `OTEL_TRACES_SAMPLER` and its argument, by the names of the OpenTelemetry specification. */
async function createSampler(environment: Environment): Promise<Sampler> {
  const { AlwaysOffSampler, AlwaysOnSampler, ParentBasedSampler, TraceIdRatioBasedSampler } = await import(
    '@opentelemetry/sdk-trace'
  )
  const name = environment.OTEL_TRACES_SAMPLER ?? 'parentbased_always_on'
  const ratio = Number(environment.OTEL_TRACES_SAMPLER_ARG ?? 1)
  const root = name.endsWith('always_off')
    ? new AlwaysOffSampler()
    : name.endsWith('traceidratio')
      ? new TraceIdRatioBasedSampler(ratio)
      : new AlwaysOnSampler()
  return name.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root
}

/**
 * Switches tracing on if the standard OpenTelemetry variables ask for it; the SDK is not even
 * loaded otherwise. `exporter` replaces the one that the variables name (tests).
 */
export async function startTracing(service: string, environment: Environment, exporter?: SpanExporter): Promise<Tracing> {
  if (!isWanted(environment) && exporter === undefined) return { isOn: false, stop: () => Promise.resolve() }
  const { BatchSpanProcessor, TracerProvider } = await import('@opentelemetry/sdk-trace')
  const { defaultResource, detectResources, resourceAttributesEnvDetector, resourceFromAttributes, serviceNameEnvDetector } =
    await import('@opentelemetry/resources')
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': service }))
      .merge(detectResources({ detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector] })),
    sampler: await createSampler(environment),
    spanProcessors: [new BatchSpanProcessor({ exporter: exporter ?? (await createExporter(environment)) })],
  })
  setTracer(provider.getTracer('@open-oms/service-kit'))
  return {
    isOn: true,
    stop: async () => {
      setTracer(null)
      await provider.shutdown()
    },
  }
}
