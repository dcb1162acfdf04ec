import { availableParallelism } from 'node:os'
import { extname } from 'node:path'
import type { DocumentSettings } from '@open-oms/contracts/config/document-settings'
import { DomainError } from '@open-oms/contracts/errors'
import { Piscina } from 'piscina'
import type { DocumentModel } from '../domain/document-blocks.ts'
import { type DocumentFiles, readDocumentFiles } from './document-files.ts'
import type { MissingJob, RenderedPdf, RenderJob } from './render-document.ts'

export type DocumentRenderer = {
  /**
   * One PDF of one or more documents. Raises `RateLimited` when too many are waiting, `Unavailable`
   * when it takes too long.
   */
  render(...models: readonly DocumentModel[]): Promise<Uint8Array>
  /** The characters of a text that no font has: documents show boxes for them. */
  missingCharacters(text: string): Promise<string[]>
  /**
   * Opens logo and fonts, and makes a small document with them. Throws with file, path and reason,
   * or that it took too long.
   */
  check(): Promise<void>
  /**
   * Applies logo and fonts of new settings; throws and keeps the old ones when they are invalid.
   */
  reload(settings: DocumentSettings): Promise<void>
  /** The logo of the settings in force; null without one. */
  logo(): Uint8Array | null
  stop(): Promise<void>
}

export type DocumentRendererOptions = {
  /** The configuration folder. */
  directory: string
  settings: DocumentSettings
  /** Called after a document with characters that no font has. */
  onMissing?: (characters: readonly string[], models: readonly DocumentModel[]) => void
  limits?: { threadsMax?: number; waitingMax?: number; timeoutMs?: number; checkTimeoutMs?: number }
}

const THREADS_MAX = 2
const WAITING_MAX = 40
const TIMEOUT_MS = 20_000
/**
 * Nobody waits for a check, and a busy machine starts slowly: as long as the probes give a start.
 */
const CHECK_TIMEOUT_MS = 120_000
/** A thread keeps its fonts in memory as long as it lives. */
const IDLE_MS = 60_000
const MEMORY_MIB = 256

/** What a thread does: an exported function of a file. */
type Work = { filename: string; name: string }

type TimeLimit = { ms: number; late: () => Error }

const rendering: Work = { filename: threadFile('render-document'), name: 'renderDocument' }
const findingMissing: Work = { filename: threadFile('render-document'), name: 'findMissingCharacters' }
const checking: Work = { filename: threadFile('check-document-files'), name: 'checkDocumentFiles' }

/** The same file as TypeScript in development and as JavaScript in production. */
function threadFile(name: string): string {
  return new URL(`./${name}${extname(import.meta.filename)}`, import.meta.url).href
}

function timeLimits({
  timeoutMs = TIMEOUT_MS,
  checkTimeoutMs = CHECK_TIMEOUT_MS,
}: NonNullable<DocumentRendererOptions['limits']>): Record<'renderLimit' | 'checkLimit', TimeLimit> {
  const renderLimit: TimeLimit = {
    ms: timeoutMs,
    late: () => new DomainError('Unavailable', 'The document could not be made in time.', { retryAfterSeconds: 5 }),
  }
  const checkLimit: TimeLimit = {
    ms: checkTimeoutMs,
    late: () => new Error(`a small document was not made in ${checkTimeoutMs / 1_000} s`),
  }
  return { renderLimit, checkLimit }
}

/**
 * Makes PDFs in threads, so that an order of a thousand lines does not delay other responses, and a
 * text that crashes the library ends a thread and not the service. No thread runs before the first
 * document or the first check. Throws when logo or fonts of the settings cannot be read.
 */
export async function createDocumentRenderer({
  directory,
  settings,
  onMissing,
  limits = {},
}: DocumentRendererOptions): Promise<DocumentRenderer> {
  const { threadsMax = Math.min(THREADS_MAX, availableParallelism()), waitingMax = WAITING_MAX } = limits
  let files = await readDocumentFiles(directory, settings)
  const pool = new Piscina({
    minThreads: 0,
    maxThreads: threadsMax,
    maxQueue: waitingMax,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MIB },
  })

  const { renderLimit, checkLimit } = timeLimits(limits)

  async function run<Result>(
    job: DocumentFiles | RenderJob | MissingJob,
    { filename, name }: Work,
    { ms, late }: TimeLimit,
  ): Promise<Result> {
    const signal = AbortSignal.timeout(ms)
    try {
      return await pool.run(job, { filename, name, signal })
    } catch (error) {
      throw signal.aborted ? late() : error
    }
  }

  async function check(given: DocumentFiles): Promise<void> {
    await run(given, checking, checkLimit).catch((error) => {
      throw new Error(`Documents cannot be made with the logo and fonts of settings.json: ${error.message}`, { cause: error })
    })
  }

  return {
    check: () => check(files),
    render: async (...models) => {
      if (pool.queueSize >= waitingMax)
        throw new DomainError('RateLimited', 'Too many documents are being made.', { retryAfterSeconds: 1 })
      const { bytes, missing } = await run<RenderedPdf>({ models, files }, rendering, renderLimit)
      if (missing.length > 0) onMissing?.(missing, models)
      return bytes
    },
    missingCharacters: (text) => run({ text, files }, findingMissing, checkLimit),
    reload: async (next) => {
      const nextFiles = await readDocumentFiles(directory, next)
      await check(nextFiles)
      files = nextFiles
    },
    logo: () => files.logo?.data ?? null,
    stop: () => pool.destroy(),
  }
}
