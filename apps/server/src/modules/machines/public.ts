// Exports of this module for other modules.
export {
  knownMachines,
  machineSizes,
  positionedMachines,
  machineNames,
  weldingMachines,
  workingMachines,
} from './known-machines.queries.ts'
