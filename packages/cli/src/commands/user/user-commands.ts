import type { DeclareCommand } from '../../command.ts'
import { addUser } from './add-user.ts'
import { changePassword } from './change-password.ts'
import { listUsers } from './list-users.ts'
import { removeUser } from './remove-user.ts'

/** `oms user …` */
export const userCommands: readonly DeclareCommand[] = [listUsers, addUser, changePassword, removeUser]
