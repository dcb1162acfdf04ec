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

type Log = { info(message: string): void; warn(message: string): void; error(details: object, message: string): void }

export type ConfigState = { hash: string; isRefused: boolean }

export type TenantConfigWatch<C> = {
  /** The current configuration. Read it again for each piece of work instead of keeping it. */
  current(): C
  /** Reads the files again, as SIGHUP does. True when the new configuration holds. */
  reload(): Promise<boolean>
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
  const first = await whileUnchanged(given, () => loadTenantConfig(request))
  let state: ConfigState = { hash: first.content.hash, isRefused: false }
  let content = first.content
  let config = first.result
  await given.admit?.(config)
  const listeners: ((config: LoadedConfig<F, K>) => void)[] = []
  // One reload at a time: of two signals in a row the later one decides.
  let reloading: Promise<boolean> = Promise.resolve(true)

  async function load(): Promise<boolean> {
    try {
      const { content: nextContent, result: next } = await whileUnchanged(given, async () => {
        await checkWholeConfig(given)
        return loadTenantConfig(request)
      })
      await given.admit?.(next)
      config = next
      content = nextContent
      state = { hash: content.hash, isRefused: false }
    } catch (error) {
      state = { ...state, isRefused: true }
      log.error({ err: error }, 'The new configuration is not valid; the old one stays.')
      return false
    }
    log.info('The configuration was loaded again.')
    for (const listener of listeners) notify(listener)
    return true
  }

  /** A listener that fails keeps neither the others nor the next reload from working. */
  function notify(listener: (config: LoadedConfig<F, K>) => void): void {
    try {
      listener(config)
    } catch (error) {
      log.error({ err: error }, 'A part of the service could not take over the new configuration.')
    }
  }

  function reload(): Promise<boolean> {
    reloading = reloading.then(load)
    return reloading
  }

  const onSignal = () => void reload()
  process.on('SIGHUP', onSignal)
  return {
    current: () => config,
    reload,
    state: () => state,
    content: () => content,
    onReload: (listener) => void listeners.push(listener),
    stop: () => void process.off('SIGHUP', onSignal),
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
