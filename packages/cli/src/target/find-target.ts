import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readSecret } from '@open-oms/service-kit/config/secret-files'
import { root } from '@open-oms/system/root'
import { CommandFailure, wrongUsage } from '../command-failure.ts'
import { findLocalSystem, type LocalSystem } from './local-system.ts'
import { LOCAL, type Profile, readProfiles, unknownProfile } from './profiles.ts'

/** Which system a command is for. */
export type Target = {
  /** The name of the profile, `local`, or null for an address that was given. */
  profile: string | null
  gatewayUrl: string
  credentials: Credentials | null
  /**
   * The system of this machine, with what only its own machine knows; null for a remote gateway.
   */
  local: LocalSystem | null
}

export type Credentials = { token: string } | { clientId: string; clientSecret: string }

/** What the command line says about it. */
export type TargetOptions = { profile?: string | undefined; gateway?: string | undefined }

/** The client of the sample tenant, which is refused where NODE_ENV is production. */
const demoClient = { clientId: 'demo', clientSecret: 'demo-secret' }

type Choice = { gateway: string } | { profile: string; kept: Profile | undefined } | 'local'

/**
 * The system that a command is for (docs/reference/command-line.md): `--profile` or `--gateway`,
 * else OMS_PROFILE or OMS_GATEWAY_URL, else the profile in use, else the one that `npm start` runs
 * here. OMS_TOKEN, OMS_CLIENT_ID and OMS_CLIENT_SECRET go before what a profile has.
 */
export function findTarget(options: TargetOptions, environment: NodeJS.ProcessEnv): Target {
  const choice = chooseSystem(options, environment)
  const given = credentialsFrom(environment)
  if (choice === 'local') return localTarget(given, environment)
  if ('gateway' in choice) return { profile: null, gatewayUrl: checkedGateway(choice.gateway), credentials: given, local: null }
  return profileTarget(choice.profile, choice.kept, given)
}

/**
 * Refuses a system elsewhere, for commands that work on databases and files. Raises
 * `CommandFailure`.
 */
export function requireHere(options: TargetOptions, environment: NodeJS.ProcessEnv): void {
  requireCheckout()
  const choice = chooseSystem(options, environment)
  if (choice === 'local') return
  const named = 'gateway' in choice ? choice.gateway : `the profile "${choice.profile}"`
  throw wrongUsage(
    `This command works on databases and files, beside the system, and ${named} is elsewhere: give --profile ${LOCAL}.`,
  )
}

/**
 * Refuses where `oms` was installed alone, for commands that are carried out by programs of the
 * services. Raises `CommandFailure`.
 */
export function requireCheckout(): void {
  if (existsSync(join(root, 'services'))) return
  throw new CommandFailure('This command is carried out by programs of the services, and `oms` is installed without them here.', {
    code: 'NoCheckout',
    remedy: 'Run it in the checkout of the system, or the program itself in the container of the service.',
  })
}

function chooseSystem(options: TargetOptions, environment: NodeJS.ProcessEnv): Choice {
  if (options.profile !== undefined && options.gateway !== undefined) throw wrongUsage('Give --profile or --gateway, not both.')
  const named = options.profile ?? environment.OMS_PROFILE
  const gateway = options.gateway ?? (options.profile === undefined ? environment.OMS_GATEWAY_URL : undefined)
  if (gateway) return { gateway }
  if (named === LOCAL) return 'local'
  const { inUse, profiles } = readProfiles(environment)
  const profile = named || inUse || LOCAL
  return profile === LOCAL ? 'local' : { profile, kept: profiles[profile] }
}

function localTarget(given: Credentials | null, environment: NodeJS.ProcessEnv): Target {
  const local = findLocalSystem(environment)
  return { profile: LOCAL, gatewayUrl: local.run.gatewayUrl, credentials: given ?? demoClient, local }
}

function profileTarget(name: string, profile: Profile | undefined, given: Credentials | null): Target {
  if (profile === undefined) throw unknownProfile(name)
  return {
    profile: name,
    gatewayUrl: checkedGateway(profile.gateway),
    credentials: given ?? profileCredentials(profile),
    local: null,
  }
}

function profileCredentials({ token, clientId, clientSecret }: Profile): Credentials | null {
  if (token !== undefined) return { token }
  return clientId !== undefined && clientSecret !== undefined ? { clientId, clientSecret } : null
}

/** What the environment gives. A token goes before a client. */
function credentialsFrom(environment: NodeJS.ProcessEnv): Credentials | null {
  const token = secretFrom('OMS_TOKEN', environment)
  if (token !== undefined) return { token }
  const [clientId, clientSecret] = [environment.OMS_CLIENT_ID, secretFrom('OMS_CLIENT_SECRET', environment)]
  if (clientId && clientSecret !== undefined) return { clientId, clientSecret }
  if (clientId || clientSecret !== undefined) throw wrongUsage('OMS_CLIENT_ID and OMS_CLIENT_SECRET belong together: set both.')
  return null
}

function secretFrom(name: string, environment: NodeJS.ProcessEnv): string | undefined {
  try {
    return readSecret(name, environment)
  } catch (error) {
    throw wrongUsage(`${(error as Error).message}.`)
  }
}

/**
 * The address of a gateway as it is used. Raises `CommandFailure` for what is no address of http or
 * https.
 */
export function checkedGateway(text: string): string {
  if (!/^https?:\/\/./.test(text) || !URL.canParse(text))
    throw wrongUsage(`The gateway must be an address of http or https; it is "${text}".`)
  return text.replace(/\/+$/, '')
}
