import type { CommandGroup, DeclareCommand } from '../command.ts'
import { doctor } from './doctor/doctor.ts'
import { jobsCommands } from './jobs/jobs-commands.ts'
import { orderCommands } from './order/order-commands.ts'
import { profileCommands } from './profile/profile-commands.ts'
import { runsCommands } from './runs/runs-commands.ts'

/** Every command of `oms`, in the order of the help. */
export const allCommands: readonly (CommandGroup | DeclareCommand)[] = [
  orderCommands,
  runsCommands,
  jobsCommands,
  doctor,
  profileCommands,
]
