import type { DeclareCommand } from '../../command.ts'
import { checkConfig } from './check-config.ts'
import { diffConfig } from './diff-config.ts'
import { migrateConfig } from './migrate-config.ts'
import { simulateConfig } from './simulate-config.ts'

/** `oms config …` */
export const configCommands: readonly DeclareCommand[] = [checkConfig, diffConfig, simulateConfig, migrateConfig]
