import { Command } from '@commander-js/extra-typings'
import type { DeclareCommand } from '../../command.ts'
import { wrongUsage } from '../../command-failure.ts'
import type { Context } from '../../context.ts'
import { exitCodes } from '../../exit-codes.ts'
import { positiveNumber } from '../../positive-number.ts'
import type { ProtocolCase } from './protocol-case.ts'
import type { Wire } from './wire.ts'

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
  timeout: number
  wait: number
}

/** `oms connector check URL`: holds a connector to the protocol (connectors.md#protocol-check). */
const check: DeclareCommand = (run) =>
  new Command('check')
    .description(
      'Play the protocol of connectors with one, and report like a test suite; it carries out captures, refunds and bookings: use a test account of the provider',
    )
    .argument('<url>', 'the address of the connector')
    .requiredOption('--kind <kind>', 'payment or shipping')
    .option('--secret-variable <name>', 'the environment variable with its secret; without it requests are not signed')
    .option(
      '--authorization <id...>',
      'authorisations of --amount that are used up, two of them; without it the connector is asked to authorise',
    )
    .option('--amount <amount>', 'what is captured', positiveNumber, 100)
    .option('--currency <code>', 'of the payments', 'NOK')
    .option('--method <name>', 'the payment method', 'Card')
    .option('--shipping-method <name>', 'the shipping method', 'Home delivery')
    .option('--country <code>', 'where a shipment goes', 'NO')
    .option('--postal-code <code>', 'where a shipment goes', '0155')
    .option('--city <name>', 'where a shipment goes', 'OSLO')
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
  const wire: Wire = { url, secret, timeoutMs: options.timeout, waitMs: options.wait, signal }
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

async function casesFor(options: CheckOptions, wire: Wire): Promise<ProtocolCase[]> {
  const { kind, amount, currency, method, authorization = [] } = options
  if (kind === 'payment') {
    const { paymentCases } = await import('./payment-cases.ts')
    return paymentCases({ amount, currency, paymentMethodName: method, authorizations: authorization }, wire)
  }
  if (kind !== 'shipping') throw wrongUsage(`--kind is payment or shipping, not "${kind}".`)
  const { shippingCases } = await import('./shipping-cases.ts')
  const { shippingMethod, country, postalCode, city } = options
  return shippingCases({ shippingMethodName: shippingMethod, address: { postalCode, city, countryCode: country } }, wire)
}

/** `oms connector …` */
export const connectorCommands: readonly DeclareCommand[] = [check]
