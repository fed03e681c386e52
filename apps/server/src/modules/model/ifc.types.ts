import type { ModelError, ModelWarning } from '@cloud-factory/contract/model/models'
import type { Box } from './geometry-builder.ts'

/** What the worker receives. */
export interface IfcJob {
  readonly path: string
  /** Takes the portions of geometry, `0.gz` and so on. */
  readonly folder: string
  /** Of the order, to recognise them in the file. */
  readonly marks: readonly string[]
  /** Of the model before; null: there was none. */
  readonly origin: readonly number[] | null
}

/** What is erected as one. */
export interface IfcMember {
  readonly guid: string
  readonly mark: string
  readonly name: string
  readonly ifcClass: string
  readonly storey: string
  readonly area: string
  readonly kg: number
  readonly box: Box
  /** Equal for members of the same shape. */
  readonly shape: string
  readonly parts: number
}

export interface IfcModel {
  readonly schema: string
  readonly application: string
  readonly origin: readonly [number, number, number]
  readonly members: readonly IfcMember[]
  readonly chunks: readonly { readonly parts: number; readonly triangles: number }[]
  readonly warnings: Partial<Record<ModelWarning, number>>
}

export type IfcMessage =
  | { readonly progress: number }
  | { readonly model: IfcModel }
  | { readonly error: ModelError }

/** An element of the product tree with its properties. */
export interface Product {
  readonly id: number
  readonly ifcClass: string
  readonly isAssembly: boolean
  readonly guid: string
  readonly name: string
  readonly tag: string
  readonly profile: string
  /** The assembly that it is part of. */
  parent: Product | null
  storey: string
  /** Values of its property sets by simplified name; the first of a name counts. */
  readonly properties: Map<string, string | number>
}
