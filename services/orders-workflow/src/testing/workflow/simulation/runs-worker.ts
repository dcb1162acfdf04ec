// A thread that simulates runs of the workflow.
import { serveSeeds } from '@open-oms/service-kit/testing/simulation/serve-seeds'
import { plantedRunFaults } from './planted-run-faults.ts'
import { simulateRuns } from './simulated-runs.ts'

serveSeeds(simulateRuns, plantedRunFaults)
