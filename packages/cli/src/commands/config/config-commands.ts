import type { CommandGroup } from '../../command.ts'
import { checkConfig } from './check-config.ts'
import { diffConfig } from './diff-config.ts'
import { migrateConfig } from './migrate-config.ts'
import { simulateConfig } from './simulate-config.ts'

/** `oms config …` */
export const configCommands: CommandGroup = {
  name: 'config',
  summary: 'Checks and compares configurations before they are used, and moves orders to new statuses',
  commands: [checkConfig, diffConfig, simulateConfig, migrateConfig],
}
