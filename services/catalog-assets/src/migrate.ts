import { runMigrations } from '@open-oms/service-kit/database/run-migrations'

await runMigrations('catalog-assets', new URL('../prisma/migrations', import.meta.url))
