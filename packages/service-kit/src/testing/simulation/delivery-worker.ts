// A thread that simulates deliveries.
import { plantedFaults } from './planted-faults.ts'
import { serveSeeds } from './serve-seeds.ts'
import { simulateDelivery } from './simulated-delivery.ts'

serveSeeds(simulateDelivery, plantedFaults)
