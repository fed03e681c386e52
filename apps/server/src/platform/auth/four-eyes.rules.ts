import type { FourEyesDecision, FourEyesReason } from '@cloud-factory/domain/identity/permissions'

/** A person, as rules see them that decide what may be done with one record. */
export interface Decider {
  readonly tags: readonly string[]
  /** Decisions that the plant lets one person take alone. */
  readonly alone: ReadonlySet<FourEyesDecision>
  /** Decisions that would judge this person's own contribution to the record. */
  readonly own: ReadonlySet<FourEyesDecision>
}

/** The work that each decision judges: a kind of record, and the audit actions that wrote what is judged. */
export const judgedWork: Readonly<
  Record<FourEyesDecision, { readonly kind: string; readonly actions: readonly string[] }>
> = {
  inspection_judge: {
    kind: 'inspection',
    actions: ['inspections.read', 'inspections.change', 'inspections.submit'],
  },
  coat_judge: { kind: 'coat', actions: ['coats.create', 'coats.measure'] },
  ncr_approve: { kind: 'ncr', actions: ['ncrs.raise', 'ncrs.update'] },
  ncr_verify: { kind: 'ncr', actions: ['ncrs.raise', 'ncrs.update', 'ncrs.start', 'ncrs.finish'] },
  certificate_accept: {
    kind: 'mill_certificate',
    actions: ['mill_certificates.create', 'mill_certificates.change'],
  },
  lot_release: {
    kind: 'mill_certificate',
    actions: ['mill_certificates.create', 'mill_certificates.change'],
  },
  trial_release: { kind: 'trial_assembly', actions: ['trials.measure'] },
  repair_verify: { kind: 'repair', actions: ['repairs.start', 'repairs.finish'] },
}

/** Four-eyes rule: whether a person may decide on a record to which they may have contributed. */
export const canDecide = ({ alone, own }: Decider, decision: FourEyesDecision): true | FourEyesReason =>
  !own.has(decision) || alone.has(decision) || `four_eyes.${decision}`
