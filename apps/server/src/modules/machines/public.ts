// What other modules may use of this one.
export { knownMachines } from './known-machines.reads.ts'
export { machineSizes } from './machine-sizes.reads.ts'
export { placedMachines } from './placed-machines.reads.ts'
export { machineNames, weldingMachines, workingMachines } from './working-machines.reads.ts'
