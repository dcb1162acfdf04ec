import type { CommandGroup } from '../../command.ts'
import { showOrder } from './show-order.ts'

/** `oms order …` */
export const orderCommands: CommandGroup = {
  name: 'order',
  summary: 'Explains an order, and puts it right',
  commands: [showOrder],
}
