// What we use of react-i18next, with the keys and parameters of our dictionary. The package's own types accept the
// keys of other namespaces only where the hook lists them, and take four times as long to check.
import type { ReactNode } from 'react'
import type { i18n, ThirdPartyModule } from 'i18next'
import type { Namespace, Translate } from '../../../../../../packages/dictionary/src/translate.ts'

export declare function useTranslation<N extends Namespace = 'shell'>(
  namespace?: N | readonly [N, ...Namespace[]],
): { readonly t: Translate<N>; readonly i18n: i18n }
export declare function Translation<N extends Namespace = 'shell'>(props: {
  readonly ns?: N
  readonly children: (t: Translate<N>) => ReactNode
}): ReactNode
export declare const initReactI18next: ThirdPartyModule
