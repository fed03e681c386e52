import type { SteelLimitRow } from '@cloud-factory/contract/material/steel-grades'

export interface ShippedGrade {
  readonly code: string
  readonly standard: string
  readonly edition: string
  readonly source: string
  readonly limits: readonly SteelLimitRow[]
}
