import { readArguments, UsageError } from '@open-oms/service-kit/config/read-arguments'

export const usage = `Usage: npx oms assets verify
       npx oms assets sweep
       npx oms assets copy --to fs:<folder>|s3:<bucket> [--endpoint URL] [--region R] [--path-style]
       npx oms assets relocate --from BASE [--from BASE]

verify  reads every file that an asset shows, compares it with its SHA-256, and names those that are missing or altered.
sweep   removes files that nothing refers to, as the service does from time to time, and names those that are missing.
copy    copies every file into another store, for a move or a backup. Run again, it continues where it stopped.
relocate  makes addresses that are kept with a public base, such as https://shop.example.com, follow ASSET_PUBLIC_BASE.

The files are those of the system that "npm start" runs, or of CATALOG_ASSETS_DATABASE_URL and the environment of catalog-assets
(ASSET_STORE, ASSET_DIR, S3_BUCKET …; see docs/how-to/keep-assets-in-s3.md). The bucket to copy to is at S3_ENDPOINT unless --endpoint says otherwise.
Ends with 0 when all is well, 1 when it could not be done, 2 when the command is wrong, 3 when files are missing or altered.`

export type CopyTarget = { kind: 'fs' | 's3'; location: string; endpoint?: string; region?: string; isPathStyle?: boolean }
export type AssetCommand = { action: 'verify' } | { action: 'sweep' } | { action: 'copy'; to: CopyTarget }

const options = {
  to: { type: 'string' },
  endpoint: { type: 'string' },
  region: { type: 'string' },
  'path-style': { type: 'boolean' },
} as const

/** Reads what follows `npx oms assets`. Null: help is asked for. Throws UsageError. */
export function readCommand(args: readonly string[]): AssetCommand | null {
  const { values, positionals } = readArguments(args, options)
  const { help, to, ...target } = values
  if (help) return null
  const [action, ...more] = positionals
  if ((action !== 'verify' && action !== 'sweep' && action !== 'copy') || more.length > 0)
    throw new UsageError('Say what to do: verify, sweep or copy.')
  if (action === 'copy') return { action, to: parseCopyTarget(to, target) }
  if (Object.keys(values).length > 0) throw new UsageError(`${action} takes no options.`)
  return { action }
}

type TargetValues = Omit<ReturnType<typeof readArguments<typeof options>>['values'], 'help' | 'to'>

function parseCopyTarget(to: string | undefined, values: TargetValues): CopyTarget {
  const [, kind, location] = /^(fs|s3):(.+)$/.exec(to ?? '') ?? []
  if (location === undefined) throw new UsageError('Where to? Give --to fs:<folder> or --to s3:<bucket>.')
  if (kind === 'fs') {
    if (Object.keys(values).length > 0) throw new UsageError('--endpoint, --region and --path-style are for a bucket.')
    return { kind, location }
  }
  const { endpoint, region, 'path-style': isPathStyle } = values
  if (endpoint !== undefined && !URL.canParse(endpoint)) throw new UsageError(`--endpoint must be a URL; it is "${endpoint}".`)
  return {
    kind: 's3',
    location,
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(region === undefined ? {} : { region }),
    ...(isPathStyle === undefined ? {} : { isPathStyle }),
  }
}
