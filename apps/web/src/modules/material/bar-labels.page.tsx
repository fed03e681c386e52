import type { StockBarRow } from '@cloud-factory/contract/material/stock-bars'
import { useQuery } from '@tanstack/react-query'
import type { CSSProperties } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useSearchParams } from 'react-router'
import { thousands } from '../../shared/format/numbers.ts'
import { QrCode } from '../../shared/ui/qr-code.tsx'
import { LabelSheets } from '../printing/label-sheets.tsx'
import { a4, sheetOf24 } from '../printing/print.rules.ts'
import { NothingToPrint, PrintFrame } from '../printing/print-frame.tsx'
import { usePrintFacts } from '../printing/sheet.tsx'
import { stockBarsQuery } from './material.queries.ts'

const words = ['material'] as const
const idOf = ({ id }: StockBarRow) => id
/** Labels of one print; the list is filtered for more. */
const maxLabels = 200
const filters = ['status', 'gradeId', 'remnant', 'minLengthMm', 'lotId', 'q'] as const
const style = { '--u': '1mm', '--serial': 5.4 } as CSSProperties

function BarLabel({ bar }: { readonly bar: StockBarRow }) {
  const { factory } = usePrintFacts()
  const { id, profile, grade, heat, lengthMm, location } = bar
  return (
    <div className="piece-label" style={style}>
      <div className="piece-label-words">
        <p className="piece-label-line">{factory}</p>
        <p className="piece-label-serial">B{id}</p>
        <p className="piece-label-main">
          {profile} {grade}
        </p>
        <p>{thousands(lengthMm)} mm</p>
        <p className="piece-label-line">{heat.no}</p>
        <p className="piece-label-order">{location}</p>
      </div>
      <QrCode className="piece-label-code" text={`B${id}`} label={`B${id}`} border={0} />
    </div>
  )
}

const labelOf = (bar: StockBarRow) => <BarLabel bar={bar} />

/** Labels of the bars that a list shows, on sheets of 24; their code is what a stock take scans. */
export function BarLabelsPage() {
  const { t } = useTranslation('material')
  const [search] = useSearchParams()
  const query = Object.fromEntries(
    filters.flatMap((name) => {
      const value = search.get(name)
      return value === null || value === '' ? [] : [[name, value]]
    }),
  )
  const { data, error, refetch } = useQuery(stockBarsQuery({ ...query, pageSize: maxLabels }))
  const bars = data?.items ?? []
  return (
    <PrintFrame
      title={t('barLabels')}
      fileName={t('barLabels')}
      back="/warehouse/bars"
      namespaces={words}
      error={error}
      onRetry={() => void refetch()}
      waiting={data === undefined ? { done: 0, total: 1 } : undefined}
    >
      {data?.total === 0 && <NothingToPrint total={0} most={maxLabels} />}
      <LabelSheets
        paper={a4}
        layout={sheetOf24}
        used={0}
        items={bars}
        drawn={bars.length}
        render={labelOf}
        itemKey={idOf}
      />
    </PrintFrame>
  )
}
