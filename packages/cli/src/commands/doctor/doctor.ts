import { Command } from '@commander-js/extra-typings'
import type { DeclareCommand } from '../../command.ts'
import { wrongUsage } from '../../command-failure.ts'
import type { Context } from '../../context.ts'
import { exitCodes } from '../../exit-codes.ts'
import { table } from '../../output/table.ts'
import { checkedGateway } from '../../target/find-target.ts'
import { examineService, findDifferences } from './examine-service.ts'
import { type Examination, type Finding, joined, type Part } from './finding.ts'

/** `oms doctor`: examines every part of the system and suggests remedies. */
export const doctor: DeclareCommand = (run) =>
  new Command('doctor')
    .description(
      'Examine every part of the system and suggest remedies; exits with 0 when no action is needed (WATCH included), with 1 when a person must act (ACT): a part is down, or work has stopped that does not resume automatically, such as a failed workflow run',
    )
    .option('--service <name=url...>', 'a service to examine directly, where its address is reached from here')
    .action(({ service }) =>
      run(async (context) => {
        const found = await examineSystem(context, (service ?? []).map(readService))
        context.output.result(found, () => describe(found))
        return found.mustAct ? exitCodes.Failed : exitCodes.Done
      }),
    )

type Address = readonly [name: string, url: string]

function readService(text: string): Address {
  const [, name, url] = /^([\w-]+)=(.+)$/.exec(text) ?? []
  if (name === undefined || url === undefined)
    throw wrongUsage(`--service needs a name and an address: orders-workflow=http://…, not "${text}".`)
  return [name, checkedGateway(url)]
}

type SystemExamination = Examination & { gateway: string; mustAct: boolean }

/**
 * The state of every part that is reached from here, and what is to be done, the pressing first.
 * `given` are addresses of services besides those that are known.
 */
export async function examineSystem(context: Context, given: readonly Address[] = []): Promise<SystemExamination> {
  const { signal } = context
  const { gatewayUrl, local } = context.target()
  // Loaded here: the help and the completion of `oms` need only the declaration of this command.
  const [{ examineMachine }, { examineOrders }] = await Promise.all([
    import('./examine-machine.ts'),
    import('./examine-orders.ts'),
  ])
  const addresses = new Map<string, string>([...Object.entries(local?.run.serviceUrls ?? {}), ['gateway', gatewayUrl], ...given])
  const services = Array.from(addresses, ([name, url]) => examineService(name, url, signal))
  const machine = local === null ? [] : [examineMachine(local, signal)]
  const all = joined(await Promise.all([...services, ...machine, examineOrders(context.api)]))
  const findings = bySeverity([...all.findings, ...findDifferences(all)])
  return { gateway: gatewayUrl, mustAct: findings.some(({ severity }) => severity === 'Act'), findings, parts: all.parts }
}

function bySeverity(findings: readonly Finding[]): Finding[] {
  return findings.toSorted((a, b) => a.severity.localeCompare(b.severity))
}

function describe({ gateway, parts, findings }: SystemExamination): string {
  const rows = parts.map(({ name, isHealthy, facts }) => [name, isHealthy ? 'ok' : 'down', describeFacts(facts)])
  const head = `${gateway}\n\n${table(['Part', 'State', 'Facts'], rows)}`
  if (findings.length === 0) return `${head}\n\nAll is well.`
  const texts = findings.map(
    ({ severity, part, sentence, remedy, page }) =>
      `${severity === 'Act' ? 'ACT' : 'WATCH'}  ${part}: ${sentence}\n       ${remedy}\n       ${page}`,
  )
  return [head, ...texts].join('\n\n')
}

function describeFacts(facts: Part['facts']): string {
  const known = Object.entries(facts).filter(([, value]) => value !== null)
  return known.map(([name, value]) => `${name} ${name === 'configuration' ? String(value).slice(0, 12) : value}`).join(', ')
}
