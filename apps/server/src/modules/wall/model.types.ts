import type { ModelData } from '@cloud-factory/domain/wall/wall-site'

/** A model with the name of its project unmasked. */
export type ModelFact = NonNullable<ModelData['model']> & {
  readonly chunks: readonly { readonly sha256: string; readonly bytes: number }[]
  /** Of the members, as indices into the sums; null: no piece of the order. */
  readonly states: readonly (number | null)[]
}
