import {
  type MaterialGroup,
  materialGroups,
  type WeldProcess,
} from '@cloud-factory/domain/welding/weld-enums'

interface ThicknessRange {
  readonly thicknessMin: number
  /** Null: no upper limit. */
  readonly thicknessMax: number | null
}

export interface Procedure extends ThicknessRange {
  readonly name: string
  readonly process: WeldProcess
  readonly materialGroup: MaterialGroup
}

export interface Certificate extends ThicknessRange {
  readonly process: WeldProcess
  readonly materialGroup: MaterialGroup
  /** First and last day on which it counts, `YYYY-MM-DD`. */
  readonly validFrom: string
  readonly validUntil: string
}

export interface Welder {
  readonly name: string
  readonly active: boolean
  readonly certificates: readonly Certificate[]
}

export interface Task {
  readonly no: string
  readonly thicknessMm: number
  /** Null while no procedure is named: any process counts then. */
  readonly procedure: Procedure | null
  /** Day of welding, in the factory's time zone. */
  readonly day: string
}

type Verdict = true | { readonly reason: string; readonly [word: string]: string | number }

/** Thickness is compared in whole tenths of a mm: 12.3 is 123, whatever a float makes of it. */
const tenths = (mm: number) => Math.round(mm * 10)

const covers = ({ thicknessMin, thicknessMax }: ThicknessRange, mm: number): boolean =>
  tenths(mm) >= tenths(thicknessMin) && (thicknessMax === null || tenths(mm) <= tenths(thicknessMax))

/** Whether a procedure may be used for a weld. */
export function canUse({ no, thicknessMm, procedure }: Task): Verdict {
  if (procedure === null || covers(procedure, thicknessMm)) return true
  return { reason: 'weld.wps_thickness', wps: procedure.name, weld: no, thickness: thicknessMm }
}

/**
 * Whether a welder may be named on a weld: needs a certificate for its process, for steels at least as strong and for its thickness that was valid on
 * the day of welding (GB 50661-2011, 9.1 and 9.2, from memory). For an expired certificate the reason has its last day.
 */
export function canWeld(welder: Welder, task: Task): Verdict {
  if (!welder.active) return { reason: 'welder.inactive', welder: welder.name }
  const fitting = welder.certificates.filter((one) => fits(one, task))
  if (fitting.some(({ validFrom, validUntil }) => validFrom <= task.day && task.day <= validUntil))
    return true
  const ended = fitting.map(({ validUntil }) => validUntil).filter((until) => until < task.day)
  const until = ended.toSorted().at(-1)
  if (until !== undefined) return { reason: 'welder.expired', welder: welder.name, until }
  return { reason: 'welder.not_qualified', welder: welder.name, weld: task.no }
}

function fits(certificate: Certificate, { procedure, thicknessMm }: Task): boolean {
  if (!covers(certificate, thicknessMm)) return false
  if (procedure === null) return true
  const rank = (group: MaterialGroup) => materialGroups.indexOf(group)
  return (
    certificate.process === procedure.process &&
    rank(certificate.materialGroup) >= rank(procedure.materialGroup)
  )
}
