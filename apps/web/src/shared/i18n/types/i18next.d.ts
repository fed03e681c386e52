import type { i18n } from '../../../../../../node_modules/i18next/index.d.ts'
import type { Namespace, Translate } from '../../../../../../packages/dictionary/src/translate.ts'

export type * from '../../../../../../node_modules/i18next/index.d.ts'
/** With the keys of our dictionary. */
export type TFunction<N extends Namespace = 'shell'> = Translate<N>
declare const i18next: i18n
export default i18next
