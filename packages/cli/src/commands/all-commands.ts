import type { CommandGroup, DeclareCommand } from '../command.ts'
import { orderCommands } from './order/order-commands.ts'
import { profileCommands } from './profile/profile-commands.ts'

/** Every command of `oms`, in the order of the help. */
export const allCommands: readonly (CommandGroup | DeclareCommand)[] = [orderCommands, profileCommands]
