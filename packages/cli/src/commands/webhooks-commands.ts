import { Option } from '@commander-js/extra-typings'
import type { DeclareCommand } from '../command.ts'
import { programCommand } from '../local/service-program.ts'

const programs = [{ service: 'orders-workflow', file: 'cli/command.ts' }] as const

const choice = () => [
  new Option('--id <number>', 'the number of a delivery'),
  new Option('--from <time>', 'written from then on, such as 2026-01-31T08:00Z'),
  new Option('--to <time>', 'written before then'),
  new Option('--subscription <id>', 'to this subscription'),
  new Option('--state <state>', 'in this state').choices(['Waiting', 'Delivered', 'GivenUp']),
]

const list = programCommand({
  name: 'list',
  description: 'List deliveries of events to subscriptions, the newest first',
  options: [...choice(), new Option('--take <count>', 'how many at most; 50 without it')],
  programs,
  words: ['list'],
})

const replay = programCommand({
  name: 'replay',
  description: 'Have the running service send deliveries once more; needs --id or --from',
  options: choice(),
  programs,
  words: ['replay'],
})

/** `oms webhooks …` (webhooks.md#webhook-log). */
export const webhooksCommands: readonly DeclareCommand[] = [list, replay]
