// Exports of this module for other modules.
export {
  knownMachines,
  machinesByCode,
  machineSizes,
  positionedMachines,
  machineNames,
  weldingMachines,
  workingMachines,
} from './known-machines.queries.ts'
