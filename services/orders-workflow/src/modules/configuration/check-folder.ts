import { buildConfigSet } from '@open-oms/contracts/config/differences/config-set'
import { diffConfigs } from '@open-oms/contracts/config/differences/diff-configs'
import type { ConfigurationCheck } from '@open-oms/contracts/orders/configuration/configuration-check'
import type { ConfigFinding } from '@open-oms/service-kit/config/find-config-findings'
import type { ConfigContent } from '@open-oms/service-kit/config/load-tenant-config'
import { filesWithoutSecrets, type RunningConfigurationDeps } from './running-configuration.ts'

export type ConfigFolder = {
  /** All files of the folder as they are now. */
  read: () => Promise<ConfigContent>
  /** What a start or a reload would refuse or warn of. */
  findings: () => Promise<ConfigFinding[]>
}

type FolderDeps = RunningConfigurationDeps & { configFolder: ConfigFolder }

/**
 * What a check of the configuration folder finds, and how the folder differs from what runs
 * (configuration.md#configuration-folder-check).
 */
export async function checkFolder({ configuration, configFolder }: FolderDeps): Promise<ConfigurationCheck> {
  const [onDisk, findings, running] = [await configFolder.read(), await configFolder.findings(), configuration()]
  return { hash: running.hash, hashOnDisk: onDisk.hash, findings, changes: changesTo(onDisk, running) }
}

function changesTo(onDisk: ConfigContent, running: ConfigContent): ConfigurationCheck['changes'] {
  try {
    const toConfigSet = ({ texts }: ConfigContent) => buildConfigSet(filesWithoutSecrets(texts))
    return diffConfigs(toConfigSet(running), toConfigSet(onDisk)).changes.map(({ file, what, note }) => ({
      file,
      what,
      note: note ?? null,
    }))
  } catch {
    // A file that is no JSON, or not at all what its schema says: the findings have it with its
    // line.
    return null
  }
}

/**
 * The findings of a folder, found once for each content: passwords that everybody knows are looked
 * for with hashes that are meant to be slow. Requests that come meanwhile wait for the same check.
 * Variables of the environment stay as they are while a process runs.
 */
export function findingsOnce({ read, findings }: ConfigFolder): ConfigFolder {
  let last: { hash: string; findings: Promise<ConfigFinding[]> } | null = null
  return {
    read,
    findings: async () => {
      const { hash } = await read()
      if (last?.hash !== hash) {
        const found = { hash, findings: findings() }
        last = found
        // What failed is tried again.
        found.findings.catch(() => {
          if (last === found) last = null
        })
      }
      return await last.findings
    },
  }
}
