import { Select } from 'antd'
import { type CSSProperties, useMemo, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { QrCode } from '../../shared/ui/qr-code.tsx'
import { LabelSheets } from '../printing/label-sheets.tsx'
import { a4, rollLabel, rollLayout, sheetOf24 } from '../printing/print.rules.ts'
import { NothingToPrint, PrintFrame, useGrowing } from '../printing/print-frame.tsx'
import { usePrintFacts } from '../printing/sheet.tsx'
import './nesting.css'

/** The label of one part that is cut from a bar or plate. */
interface PartLabelRow {
  readonly id: string
  readonly order: string
  readonly mark: string
  readonly part: string
  /** Profile, or thickness, and grade. */
  readonly steel: string
  /** In mm: a length, or length and width. */
  readonly size: string
  /** Number of the bar or plate, with the place of the part in it. */
  readonly source: string
  /** null: its mark is gone, so no record has it. */
  readonly code: string | null
}

/** The parts of one bar or plate. */
export interface LabelGroup {
  readonly id: string
  readonly title: string
  readonly isCut: boolean
  readonly labels: readonly PartLabelRow[]
}

interface Props {
  readonly title: string
  readonly back: string
  readonly namespaces: readonly string[]
  readonly error: unknown
  readonly onRetry: () => void
  /** undefined: not loaded yet. */
  readonly groups: readonly LabelGroup[] | undefined
}

const kinds = ['labels', 'roll'] as const
type Kind = (typeof kinds)[number]

interface ControlsProps {
  readonly kind: Kind
  readonly onKind: (kind: Kind) => void
  /** Id of a bar or plate; empty: all that are still to be cut. */
  readonly chosen: string
  readonly onChoose: (id: string) => void
  readonly groups: readonly LabelGroup[]
}

function LabelControls({ kind, onKind, chosen, onChoose, groups }: ControlsProps) {
  const { t } = useTranslation('nesting')
  return (
    <>
      <Select<Kind>
        className="print-kind"
        aria-label={t('printing:kind.label')}
        value={kind}
        onChange={onKind}
        options={kinds.map((value) => ({ value, label: t(`printing:kind.${value}`) }))}
      />
      <Select<string>
        className="print-kind"
        aria-label={t('labelsOf')}
        popupMatchSelectWidth={false}
        value={chosen}
        onChange={onChoose}
        options={[
          { value: '', label: t('labelsToCut') },
          ...groups.map(({ id, title }) => ({ value: id, label: title })),
        ]}
      />
    </>
  )
}

const noGroups: readonly LabelGroup[] = []

/** Labels of parts: a sheet of 24 or a roll; of all bars or plates that are still to be cut, or of one. */
export function PartLabelsPrint({ groups = noGroups, ...frame }: Props) {
  const { t } = useTranslation('nesting')
  const [kind, setKind] = useState<Kind>('labels')
  const [chosen, setChosen] = useState('')
  const labels = useMemo(
    () =>
      groups
        .filter(({ id, isCut }) => (chosen === '' ? !isCut : id === chosen))
        .flatMap((group) => group.labels),
    [groups, chosen],
  )
  const { paper, layout, atOnce, render } = printed[kind]
  const sheets = Math.ceil(labels.length / (layout.columns * layout.rows))
  const drawn = useGrowing(sheets, atOnce, `${chosen} ${kind}`)
  const isLoaded = groups !== noGroups
  const done = isLoaded ? drawn : 0
  const total = isLoaded ? sheets : 1
  return (
    <PrintFrame
      {...frame}
      fileName={frame.title}
      paper={paper}
      waiting={done < total ? { done, total } : undefined}
      controls={
        <>
          <LabelControls kind={kind} onKind={setKind} chosen={chosen} onChoose={setChosen} groups={groups} />
          {isLoaded && (
            <span className="page-note">{t('printing:labels', { count: labels.length, sheets })}</span>
          )}
        </>
      }
    >
      {isLoaded && labels.length === 0 && <NothingToPrint total={0} most={0} />}
      <LabelSheets
        paper={paper}
        layout={layout}
        used={0}
        items={labels}
        drawn={drawn}
        render={render}
        itemKey={idOf}
      />
    </PrintFrame>
  )
}

const idOf = ({ id }: PartLabelRow) => id
const smallLabel = (row: PartLabelRow) => <PartLabel row={row} unit={1} />
const largeLabel = (row: PartLabelRow) => <PartLabel row={row} unit={rollLabel.widthMm / sheetOf24.widthMm} />

/** `atOnce`: sheets that are drawn before the page handles input again. */
const printed = {
  labels: { paper: a4, layout: sheetOf24, atOnce: 3, render: smallLabel },
  roll: { paper: rollLabel, layout: rollLayout, atOnce: 72, render: largeLabel },
} as const

function PartLabel({ row, unit }: { readonly row: PartLabelRow; readonly unit: number }) {
  const { factory } = usePrintFacts()
  const { order, mark, part, steel, size, source, code } = row
  const style = {
    '--u': `${unit}mm`,
    '--serial': part.length <= 10 ? 5.4 : part.length <= 18 ? 4.2 : 3.2,
  } as CSSProperties
  return (
    <div className="piece-label" style={style}>
      <div className="piece-label-words">
        <p className="piece-label-line">{factory}</p>
        <p className="piece-label-serial">{part}</p>
        <p className="piece-label-main">{steel}</p>
        <p>{size} mm</p>
        <p className="part-label-source">{source}</p>
        <p className="piece-label-order">
          {order} · {mark}
        </p>
      </div>
      {code !== null && <QrCode className="piece-label-code" text={code} label={part} border={0} />}
    </div>
  )
}
