import { createPrismaAccess } from '@open-oms/service-kit/database/prisma-access'
import { PrismaClient } from './generated/client.ts'

/**
 * Does some work with Prisma Client in a transaction, or on the connections of a database; see
 * `createPrismaAccess`.
 */
export const usePrisma = createPrismaAccess((options) => new PrismaClient(options))
