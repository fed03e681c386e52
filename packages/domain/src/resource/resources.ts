import { coatSpecs } from '../coating/coating-resources.ts'
import { screenGroups } from '../displays/group-resource.ts'
import { instruments } from '../inspection/instrument-resource.ts'
import { labourRates, standardHours } from '../labour/labour-resources.ts'
import { checkItems, maintenancePlans, spareParts } from '../maintenance/maintenance-resources.ts'
import { defects } from '../ncr/defect-resource.ts'
import { crews, processes, processRoutes, shifts, workshops } from '../planning/planning-resources.ts'
import { suppliers } from '../purchasing/purchasing-resources.ts'
import { welderCertificates, welders, weldingProcedures } from '../welding/welding-resources.ts'
import type { Resource } from './resource.ts'

/** All resources. */
export const resources: readonly Resource[] = [
  checkItems,
  coatSpecs,
  crews,
  defects,
  instruments,
  labourRates,
  maintenancePlans,
  processes,
  processRoutes,
  screenGroups,
  shifts,
  spareParts,
  standardHours,
  suppliers,
  welderCertificates,
  welders,
  weldingProcedures,
  workshops,
]
