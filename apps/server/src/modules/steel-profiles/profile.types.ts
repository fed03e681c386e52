type ProfileKind =
  | 'h'
  | 'channel'
  | 'angle'
  | 'plate'
  | 'round-tube'
  | 'rect-tube'
  | 'box'
  | 'round-bar'
  | 'square-bar'
  | 'tee'
  | 'lipped'

/** A profile that was understood. Measures in mm, per metre of length in kg and m². */
export interface Profile {
  readonly kind: ProfileKind
  readonly heightMm?: number
  readonly widthMm?: number
  /** Of a plate, a tube's wall or an angle's leg. */
  readonly thicknessMm?: number
  /** A plate whose text carries its length: `PL20*300*500`. */
  readonly lengthMm?: number
  /** Of a plate with a pattern; others weigh by their thickness. */
  readonly kgPerM2?: number
  /** Left out for a plate without its width. */
  readonly kgPerM?: number
  readonly m2PerM?: number
  /** The standard whose catalogue gave the figures; left out when they were computed. */
  readonly standard?: string
}
