import type { Language } from '@cloud-factory/contract/identity/access'
import type { LabelRow } from '@cloud-factory/contract/printing/order-print'
import type { Namespace } from '@cloud-factory/dictionary/translate'
import i18next, { type TFunction } from 'i18next'
import { createContext, useContext, useMemo, type ReactNode, type CSSProperties } from 'react'
import { QrCode } from '../../shared/ui/qr-code.tsx'
import type { Paper } from './print.rules.ts'

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

export interface PaperFact {
  readonly key: string
  readonly word: string
  readonly value: ReactNode
  /** Takes the whole line. */
  readonly wide?: boolean
}

/** Words and values above a table, two in a line. */
export function PaperFacts({ facts }: { readonly facts: readonly PaperFact[] }) {
  return (
    <dl className="paper-facts">
      {facts.map(({ key, word, value, wide = false }) => (
        <div key={key} className={wide ? 'is-wide' : ''}>
          <dt>{word}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Lines to sign on, side by side. */
export function Signatures({ words }: { readonly words: readonly string[] }) {
  return (
    <ul className="paper-signatures">
      {words.map((word) => (
        <li key={word}>{word}</li>
      ))}
    </ul>
  )
}

/** Size of a sheet, for CSS. */
const paperStyle = ({ widthMm, heightMm }: Paper): CSSProperties =>
  ({ '--sheet-width': `${widthMm}mm`, '--sheet-height': `${heightMm}mm` }) as CSSProperties

interface SheetProps {
  readonly paper: Paper
  readonly className?: string
  readonly children: ReactNode
}

/** One sheet of paper, exactly its size on paper and on the screen. */
export function Sheet({ paper, className = '', children }: SheetProps) {
  return (
    <section className={`sheet ${className}`} style={paperStyle(paper)}>
      {children}
    </section>
  )
}

interface PaperHeadProps {
  readonly title: string
  /** Number of what is printed: of the order, the package, the delivery. */
  readonly number: string
  /** Text of a QR code beside it. */
  readonly code?: string | undefined
}

/** Head of every sheet of a document. */
export function PaperHead({ title, number, code }: PaperHeadProps) {
  const { factory } = usePrintFacts()
  return (
    <header className="paper-head">
      <span className="paper-factory">{factory}</span>
      <h2>{title}</h2>
      <span className="paper-number">
        {number}
        {code !== undefined && <QrCode className="paper-code" text={code} label={number} border={0} />}
      </span>
    </header>
  )
}

/** Foot of every sheet of a document. */
export function PaperFoot({ page, pages }: { readonly page: number; readonly pages: number }) {
  const { at, by } = usePrintFacts()
  const t = usePrintWords('printing')
  return (
    <footer className="paper-foot">
      <span>{t('printedBy', { at, by })}</span>
      <span>{t('page', { page, pages })}</span>
    </footer>
  )
}
