// Exports of this module for other modules.
export { knownMachines } from './known-machines.reads.ts'
export { machineSizes } from './machine-sizes.reads.ts'
export { placedMachines } from './placed-machines.reads.ts'
export { machineNames, weldingMachines, workingMachines } from './working-machines.reads.ts'
