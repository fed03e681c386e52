export {}
declare module '../../platform/db/tables.ts' {
  interface Tables {
    quality_numbers: QualityNumberTable
    gate_passes: GatePassTable
  }
}

interface QualityNumberTable {
  plant_id: number
  series: string
  year: number
  last: number
}

interface GatePassTable {
  piece_id: number
  process_id: number
  source: 'inspection' | 'ndt' | 'coating' | 'concession'
  source_id: number
  plant_id: number
  passed_at: Date
  passed_by: number | null
  passed_by_name: string
  /** Since when it counts no more: the piece was repaired by the report `voided_by`. */
  void_since: Date | null
  voided_by: number | null
}
