import type { CSSProperties, ReactNode } from 'react'
import { QrCode } from '../../shared/ui/qr-code.tsx'
import type { Paper } from './paper.rules.ts'
import { usePrintFacts, usePrintWords } from './print-facts.ts'

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
