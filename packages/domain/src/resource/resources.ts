import { checkItems, spareParts } from '../maintenance/maintenance-resources.ts'
import type { Resource } from './resource.ts'

/** All resources. */
export const resources: readonly Resource[] = [checkItems, spareParts]
