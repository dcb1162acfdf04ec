import {
  type ConfigContent,
  type ConfigFiles,
  checkWholeConfig,
  type LoadedConfig,
  loadTenantConfig,
  problemText,
  readConfigContent,
  type TenantConfigRequest,
} from './load-tenant-config.ts'
import type { StoredDocuments } from './read-config-folder.ts'

type Log = { info(message: string): void; warn(message: string): void; error(details: object, message: string): void }

export type ConfigState = { hash: string; isRefused: boolean }

export type TenantConfigWatch<C> = {
  /** The current configuration. Read it again for each piece of work instead of keeping it. */
  current(): C
  /** Reads the files again, as SIGHUP does. True when the new configuration holds. */
  reload(): Promise<boolean>
  /**
   * Takes over what counts in place of files from now on, by the checks of a reload; the first time
   * by those of a start (configuration.md#stored-documents). True when the new configuration holds;
   * else the next reload looks at it again.
   */
  takeOver(stored: StoredDocuments): Promise<boolean>
  /** Whether what is stored is known and in force, so that no file counts that was replaced. */
  knowsStored(): boolean
  /**
   * What is in force, for comparison with other processes, and whether the last reload was refused.
   */
  state(): ConfigState
  /** The files of what is in force, as they were when they were read. */
  content(): ConfigContent
  /** Calls the listener after each reload that succeeded. */
  onReload(listener: (config: C) => void): void
  stop(): void
}

/**
 * Loads the configuration and reads it again on SIGHUP. A configuration that is not valid stops the
 * start, but a reload that is not valid, in files of other services too, keeps the old one and logs
 * an error (configuration.md#configuration-reload). What the rules warn of is logged both times.
 * What is stored in place of files is loaded with them; it is empty until it is taken over.
 */
export async function watchTenantConfig<F extends ConfigFiles, K extends keyof F & string>(
  given: TenantConfigRequest<F, K> & {
    /** Rejects a valid configuration that this process must not take over. */
    admit?: (config: LoadedConfig<F, K>) => Promise<void>
  },
  log: Log,
): Promise<TenantConfigWatch<LoadedConfig<F, K>>> {
  const request: typeof given = {
    ...given,
    onWarning: (problem) => log.warn(`The configuration has a warning. ${problemText(given.directory, problem)}`),
  }
  const first = await whileUnchanged(given, async () => loadTenantConfig(await prepared(request)))
  let [config, content, isRefused] = [first.result, first.content, false]
  await given.admit?.(config)
  // Of what is stored: what came last, and what is in force. Null: nothing came yet.
  let [stored, storedInForce] = [given.stored ?? null, given.stored ?? null]
  const listeners: ((config: LoadedConfig<F, K>) => void)[] = []
  // One reload at a time: of two signals in a row the later one decides.
  let reloading: Promise<boolean> = Promise.resolve(true)

  async function load(): Promise<boolean> {
    const wanted = stored
    // As at a start: a fault in the files of others must not keep out the people who are stored.
    const isFirst = wanted !== null && storedInForce === null
    try {
      const source = { ...request, stored: wanted ?? undefined }
      const next = await whileUnchanged(source, async () => {
        if (!isFirst) await checkWholeConfig(source)
        return loadTenantConfig(source)
      })
      await given.admit?.(next.result)
      ;[config, content, isRefused, storedInForce] = [next.result, next.content, false, wanted]
    } catch (error) {
      isRefused = true
      log.error({ err: error }, 'The new configuration is not valid; the old one stays.')
      return false
    }
    log.info('The configuration was loaded again.')
    for (const listener of listeners) notify(() => listener(config), log)
    return true
  }

  const reload = () => {
    reloading = reloading.then(load)
    return reloading
  }
  const takeOver = async (next: StoredDocuments) => {
    stored = next
    if (Object.keys(next).length > 0 || storedInForce !== null) return reload()
    // Nothing is stored: what is loaded already is in force.
    storedInForce = next
    return true
  }
  const onSignal = () => void reload()
  process.on('SIGHUP', onSignal)
  return {
    current: () => config,
    reload,
    takeOver,
    knowsStored: () => storedInForce !== null,
    state: () => ({ hash: content.hash, isRefused }),
    content: () => content,
    onReload: (listener) => void listeners.push(listener),
    stop: () => void process.off('SIGHUP', onSignal),
  }
}

async function prepared<R extends { directory: string; prepare?: (directory: string) => Promise<void> }>(request: R): Promise<R> {
  await request.prepare?.(request.directory)
  return request
}

/** A listener that fails keeps neither the others nor the next reload from working. */
function notify(tell: () => void, log: Log): void {
  try {
    tell()
  } catch (error) {
    log.error({ err: error }, 'A part of the service could not take over the new configuration.')
  }
}

/**
 * What was made of the files, and their content. Made again when a file has changed meanwhile, so
 * that all readings are of the same content.
 */
async function whileUnchanged<T>(
  files: Parameters<typeof readConfigContent>[0],
  make: () => Promise<T>,
): Promise<{ content: ConfigContent; result: T }> {
  for (let content = await readConfigContent(files); ; ) {
    const result = await make()
    const now = await readConfigContent(files)
    if (now.hash === content.hash) return { content, result }
    content = now
  }
}
