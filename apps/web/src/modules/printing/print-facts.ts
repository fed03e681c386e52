import type { Language } from '@cloud-factory/contract/identity/access'
import type { LabelRow } from '@cloud-factory/contract/printing/order-print'
import type { Namespace } from '@cloud-factory/dictionary/translate'
import i18next, { type TFunction } from 'i18next'
import { createContext, useContext, useMemo } from 'react'

/** Data for the head of every sheet, and the language of the print. */
export interface PrintFacts {
  readonly language: Language
  readonly factory: string
  /** Instant of printing in the factory's time zone. */
  readonly at: string
  readonly by: string
}

export const PrintContext = createContext<PrintFacts>({ language: 'zh', factory: '', at: '', by: '' })

export const usePrintFacts = (): PrintFacts => useContext(PrintContext)

/** Dictionary in the language of the print, independent of the screen; the frame has loaded it. */
export function usePrintWords<Ns extends Namespace>(namespace: Ns): TFunction<Ns> {
  const { language } = usePrintFacts()
  return useMemo(
    () => i18next.getFixedT(language, namespace) as unknown as TFunction<Ns>,
    [language, namespace],
  )
}

/** Whether a piece conforms at the time of printing; otherwise its first open requirement and the number of others. */
export function useConformity(): (piece: LabelRow) => string {
  const t = usePrintWords('printing')
  const orders = usePrintWords('orders')
  const { at } = usePrintFacts()
  return ({ missing: [first, ...others] }) => {
    if (first === undefined) return t('conformity.conforms', { at })
    const more = others.length > 0 ? ` +${others.length}` : ''
    return t('conformity.open', { missing: `${orders(`missing.${first}`)}${more}` })
  }
}
