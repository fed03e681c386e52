// Exports of this module for other modules.
export {
  knownMachines,
  machineSizes,
  placedMachines,
  machineNames,
  weldingMachines,
  workingMachines,
} from './known-machines.queries.ts'
