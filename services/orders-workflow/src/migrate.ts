import { runMigrations } from '@open-oms/service-kit/database/run-migrations'

await runMigrations('orders-workflow', new URL('../prisma/migrations', import.meta.url))
