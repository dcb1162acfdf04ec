import type { DeclareCommand } from '../../command.ts'
import { eraseCustomerCommand } from './erase-customer.ts'
import { exportCustomerCommand } from './export-customer.ts'

/** `oms customer …` */
export const customerCommands: readonly DeclareCommand[] = [exportCustomerCommand, eraseCustomerCommand]
