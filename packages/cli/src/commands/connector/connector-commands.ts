import { readFile } from 'node:fs/promises'
import { Command } from '@commander-js/extra-typings'
import type { DeclareCommand } from '../../command.ts'
import { wrongUsage } from '../../command-failure.ts'
import type { Context } from '../../context.ts'
import { exitCodes } from '../../exit-codes.ts'
import { positiveNumber } from '../../positive-number.ts'
import type { ProtocolCase } from './protocol-case.ts'
import type { Reply, Wire } from './wire.ts'

type CheckOptions = {
  kind: string
  secretVariable?: string
  authorization?: string[]
  amount: number
  currency: string
  method: string
  shippingMethod: string
  country: string
  postalCode: string
  city: string
  question: string
  order?: string
  to?: string
  timeout: number
  wait: number
}

/** `oms connector check URL`: holds a connector to the protocol (connectors.md#protocol-check). */
const check: DeclareCommand = (run) =>
  new Command('check')
    .description(
      'Play the protocol of connectors with one, and report like a test suite; it carries out captures, refunds, bookings and messages: use a test account of the provider',
    )
    .argument('<url>', 'the address of the connector')
    .requiredOption('--kind <kind>', 'payment, shipping, ask or sms')
    .option('--secret-variable <name>', 'the environment variable with its secret; without it requests are not signed')
    .option(
      '--authorization <id...>',
      'two authorisations of --amount, which are used up; without it the connector is asked to authorise',
    )
    .option('--amount <amount>', 'what is captured', positiveNumber, 100)
    .option('--currency <code>', 'of the payments', 'NOK')
    .option('--method <name>', 'the payment method', 'Card')
    .option('--shipping-method <name>', 'the shipping method', 'Home delivery')
    .option('--country <code>', 'where a shipment goes', 'NO')
    .option('--postal-code <code>', 'where a shipment goes', '0155')
    .option('--city <name>', 'where a shipment goes', 'OSLO')
    .option('--question <text>', 'what a service is asked', 'check')
    .option('--order <file>', 'the order that a service is asked about, as the interface returns it; a small one without it')
    .option('--to <number>', 'the number that gets the messages of a check of kind sms')
    .option('--timeout <ms>', 'the longest time of one response', positiveNumber, 10_000)
    .option('--wait <ms>', 'how long a request without an outcome is repeated', positiveNumber, 30_000)
    .action((url, options: CheckOptions) => run((context) => checkConnector(url, options, context)))

async function checkConnector(address: string, options: CheckOptions, context: Context) {
  const { output, environment, signal } = context
  const url = URL.parse(address)
  if (url === null || !/^https?:$/.test(url.protocol)) throw wrongUsage(`${address} is no address of http or https.`)
  const { secretVariable } = options
  const secret = secretVariable === undefined ? null : environment[secretVariable]
  if (secret === undefined || secret === '') throw wrongUsage(`The variable ${secretVariable} is not set.`)
  const outcome = outcomes[options.kind as keyof typeof outcomes]
  if (outcome === undefined) throw wrongUsage(`--kind is ${Object.keys(outcomes).join(', ')}, not "${options.kind}".`)
  const wire: Wire = { url, secret, timeoutMs: options.timeout, waitMs: options.wait, signal, outcome }
  let failed = 0
  const cases = await casesFor(options, wire)
  for (const [index, { name, play }] of cases.entries()) {
    if (signal.aborted) return exitCodes.Interrupted
    const failure = await play(wire).catch((error: Error) => error.message)
    if (failure !== null) failed += 1
    const line = `${failure === null ? 'ok' : 'not ok'} ${index + 1} - ${name}`
    output.record({ name, passed: failure === null, failure }, () => (failure === null ? line : `${line}\n  ${failure}`))
  }
  output.note(`${cases.length - failed} passed, ${failed} failed`)
  return failed === 0 ? exitCodes.Done : exitCodes.Failed
}

/** How the protocol of a kind says what became of a request. */
const outcomes = {
  payment: ({ fields }: Pick<Reply, 'fields'>) => fields.status,
  shipping: ({ fields }: Pick<Reply, 'fields'>) => fields.status,
  ask: ({ fields }: Pick<Reply, 'fields'>) => fields.result,
  sms: ({ status }: Pick<Reply, 'status'>) => (status >= 200 && status < 300 ? 'done' : undefined),
}

async function casesFor(options: CheckOptions, wire: Wire): Promise<ProtocolCase[]> {
  const { kind, amount, currency, method } = options
  if (kind === 'payment') {
    const { paymentCases } = await import('./payment-cases.ts')
    return paymentCases({ amount, currency, paymentMethodName: method, authorizations: twoOrNone(options) }, wire)
  }
  if (kind === 'ask') {
    const { askCases } = await import('./ask-cases.ts')
    return askCases({ question: options.question, order: await readOrder(options.order) }, wire)
  }
  if (kind === 'sms') {
    if (options.to === undefined) throw wrongUsage('--to is missing: the number that gets the messages.')
    const { smsCases } = await import('./sms-cases.ts')
    return smsCases({ to: options.to }, wire)
  }
  const { shippingCases } = await import('./shipping-cases.ts')
  const { shippingMethod, country, postalCode, city } = options
  return shippingCases({ shippingMethodName: shippingMethod, address: { postalCode, city, countryCode: country } }, wire)
}

/** One is captured and another cancelled: with a single one the check would end half-way. */
function twoOrNone({ authorization = [], amount }: CheckOptions): readonly string[] {
  if (authorization.length === 0 || new Set(authorization).size >= 2) return authorization
  throw wrongUsage(
    `--authorization names two different authorisations of ${amount}: one is captured, the other cancelled. Leave it out where the connector authorises itself.`,
  )
}

/** The order of a file; null without one. */
async function readOrder(path: string | undefined): Promise<Record<string, unknown> | null> {
  if (path === undefined) return null
  try {
    const order: unknown = JSON.parse(await readFile(path, 'utf8'))
    if (typeof order === 'object' && order !== null && 'orderForm' in order) return order as Record<string, unknown>
  } catch (error) {
    throw wrongUsage(`${path} cannot be read: ${(error as Error).message}`)
  }
  throw wrongUsage(`${path} is no order of the interface.`)
}

/** `oms connector …` */
export const connectorCommands: readonly DeclareCommand[] = [check]
