import type { CommandGroup } from '../../command.ts'
import { addUser } from './add-user.ts'
import { changePassword } from './change-password.ts'
import { listUsers } from './list-users.ts'
import { removeUser } from './remove-user.ts'

/** `oms user …` */
export const userCommands: CommandGroup = {
  name: 'user',
  summary: 'Says who may sign in, in `users.json` of a configuration folder; the gateway takes it over when it reloads',
  commands: [listUsers, addUser, changePassword, removeUser],
}
