import type { LabelRow } from '@cloud-factory/contract/printing/order-print'
import type { OrderRow } from '@cloud-factory/contract/orders/orders'
import type { CSSProperties } from 'react'
import { absent, gramsShown, millimetres } from '../../shared/format/numbers.ts'
import { QrCode } from '../../shared/ui/qr-code.tsx'
import type { LabelLayout } from './paper.rules.ts'
import { useConformity, usePrintFacts, usePrintWords } from './print-facts.ts'

interface Props {
  readonly piece: LabelRow
  readonly order: OrderRow
  readonly layout: LabelLayout
}

/** Everything on a label grows with it: sizes are parts of this unit, 1 mm on a label of 70 × 37. */
const unitOf = ({ widthMm, heightMm }: LabelLayout): number => Math.min(widthMm / 70, heightMm / 37)
/** A long serial is written smaller, so that it stays on one or two lines. */
const serialSize = (serial: string): number => (serial.length <= 12 ? 5.4 : serial.length <= 18 ? 4.2 : 3.2)

/**
 * Label of one piece: text readable from two metres, data to check against the drawing, and the
 * code.
 */
export function PieceLabel({ piece, order, layout }: Props) {
  const t = usePrintWords('printing')
  const { factory } = usePrintFacts()
  const conformity = useConformity()
  const { serial, name, profile, grade, lengthMm, netKg, drawingNo, phase, batch, revision, qr } = piece
  const isLarge = layout.widthMm >= 90 && layout.heightMm >= 55
  const style = { '--u': `${unitOf(layout)}mm`, '--serial': serialSize(serial) } as CSSProperties
  return (
    <div className={`piece-label ${isLarge ? 'is-large' : ''}`} style={style}>
      <div className="piece-label-words">
        <p className="piece-label-line">{factory}</p>
        <p className="piece-label-serial">{serial}</p>
        <p className="piece-label-main">{[name, profile].filter((word) => word !== '').join(' ')}</p>
        <p>{t('label.size', { length: millimetres(lengthMm), weight: gramsShown(netKg) })}</p>
        {isLarge && (
          <>
            <p>{t('label.grade', { grade: grade ?? absent })}</p>
            <p>{t('label.drawing', { drawing: drawingNo ?? absent, revision: revision || absent })}</p>
            <p>{t('label.place', { batch: batch ?? absent, phase: phase ?? absent })}</p>
          </>
        )}
        <p className="piece-label-line">{conformity(piece)}</p>
        <p className="piece-label-order">
          {order.no}
          {isLarge && ` ${order.project.name}`}
        </p>
      </div>
      <QrCode className="piece-label-code" text={qr} label={serial} border={0} />
    </div>
  )
}
