import { runMigrations } from '@open-oms/service-kit/database/run-migrations'

await runMigrations('accounting-read', new URL('../prisma/migrations', import.meta.url))
