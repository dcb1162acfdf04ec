import type { CommandGroup, DeclareCommand } from '../command.ts'
import { accountingCommands } from './accounting/accounting-commands.ts'
import { assetsCommands } from './assets/assets-commands.ts'
import { backup } from './backup/backup.ts'
import { restore } from './backup/restore.ts'
import { configCommands } from './config/config-commands.ts'
import { doctor } from './doctor/doctor.ts'
import { eventsCommands } from './events/events-commands.ts'
import { exportCommands } from './export/export-commands.ts'
import { importCommands } from './import/import-commands.ts'
import { jobsCommands } from './jobs/jobs-commands.ts'
import { orderCommands } from './order/order-commands.ts'
import { profileCommands } from './profile/profile-commands.ts'
import { runsCommands } from './runs/runs-commands.ts'
import { templateCommands } from './template/template-commands.ts'
import { userCommands } from './user/user-commands.ts'
import { verify } from './verify.ts'
import { webhooksCommands } from './webhooks/webhooks-commands.ts'
import { zreportCommands } from './zreport/zreport-commands.ts'

/** Every command of `oms`, in the order of the help. */
export const allCommands: readonly (CommandGroup | DeclareCommand)[] = [
  orderCommands,
  runsCommands,
  jobsCommands,
  configCommands,
  doctor,
  zreportCommands,
  templateCommands,
  accountingCommands,
  assetsCommands,
  eventsCommands,
  webhooksCommands,
  backup,
  restore,
  verify,
  importCommands,
  exportCommands,
  profileCommands,
  userCommands,
]
