import { coatSpecs } from '../coating/coating-resources.ts'
import { checkItems, spareParts } from '../maintenance/maintenance-resources.ts'
import { welderCertificates, welders, weldingProcedures } from '../welding/welding-resources.ts'
import type { Resource } from './resource.ts'

/** All resources. */
export const resources: readonly Resource[] = [
  checkItems,
  coatSpecs,
  spareParts,
  welderCertificates,
  welders,
  weldingProcedures,
]
