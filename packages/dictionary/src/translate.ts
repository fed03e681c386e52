import type { Texts } from './texts.ts'

export type Namespace = keyof Texts

/**
 * Parameters of the text that namespaces find under a key: their own, that of `common`, or that of another namespace as
 * `orders:field.no`. `unknown`: there is none. Looked up step by step, because a union of all keys is too large for the
 * compiler. A key of which a part comes from data, as `route.${name}`, has the parameters of all keys that fit.
 */
type ParamsOf<N extends Namespace, K extends string> = string extends K
  ? unknown
  : K extends `${infer M extends Namespace}:${infer Own}`
    ? ParamsIn<M, Own>
    : ParamsIn<N, K>
type ParamsIn<N extends Namespace, K extends string> = [Found<N, K>] extends [never]
  ? [Found<'common', K>] extends [never]
    ? unknown
    : Found<'common', K>[0]
  : Found<N, K>[0]
/** In a tuple, so that a text without parameters is not taken for no text. */
type Found<N extends Namespace, K extends string> = N extends Namespace
  ? K extends keyof Texts[N]
    ? [Texts[N][K]]
    : [Extract<keyof Texts[N], K>] extends [never]
      ? never
      : [Texts[N][Extract<keyof Texts[N], K>]]
  : never

/** The key itself where a text is found for it. */
type Known<N extends Namespace, K extends string> = K extends string
  ? unknown extends ParamsOf<N, K>
    ? 'no such key in the dictionary'
    : K
  : never

/** Nothing is shown as nothing. */
type Value = string | number | null | undefined

/** A text of a namespace by its key, with its parameters filled in. */
export interface Translate<N extends Namespace = 'shell'> {
  <const K extends string>(
    key: K & Known<N, K>,
    ...rest: [ParamsOf<N, K>] extends [never]
      ? []
      : [params: Readonly<Record<ParamsOf<N, K> & string, Value>>]
  ): string
  /**
   * For a key computed from data, which may be of a later version: what to show for one without a text. Of several keys
   * the first with a text counts.
   */
  (
    key: string | string[],
    params: Readonly<Record<string, Value>> & { readonly defaultValue: string },
  ): string
}
