import type { MarkRow } from '@cloud-factory/contract/orders/order-marks'
import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { absent, count, gramsShown, millimetres } from '../../shared/format/numbers.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { PartDrawing } from './part-drawing.tsx'
import { partsQuery } from '../orders/orders.queries.ts'

/** The parts of one piece of a mark. */
export function MarkParts({ mark }: { readonly mark: Pick<MarkRow, 'id' | 'mark'> }) {
  const { t } = useTranslation('orders')
  const { data, error, refetch } = useQuery(partsQuery(mark.id))
  return (
    <div role="row" className="mark-parts">
      <div role="cell">
        {error !== null && <ProblemAlert error={error} onRetry={() => void refetch()} />}
        {data === undefined && error === null && <Skeleton active title={false} />}
        {data !== undefined && (
          <table aria-label={t('common:parts.of', { mark: mark.mark })}>
            <thead>
              <tr>
                <th scope="col">{t('common:meaning.part')}</th>
                <th scope="col">{t('marks.profile')}</th>
                <th scope="col">{t('marks.grade')}</th>
                <th scope="col">{t('common:parts.perMark')}</th>
                <th scope="col">{t('marks.lengthMm')}</th>
                <th scope="col">{t('partsOf.width')}</th>
                <th scope="col">{t('marks.netKg')}</th>
                <th scope="col">{t('partsOf.holes')}</th>
                <th scope="col">{t('drawing.column')}</th>
              </tr>
            </thead>
            <tbody>
              {data.items.map((part) => (
                <tr key={part.id}>
                  <td>
                    {part.partMark}
                    {part.isMain && <small> {t('partsOf.main')}</small>}
                  </td>
                  <td>{part.profile || absent}</td>
                  <td>{part.grade ?? absent}</td>
                  <td>{count(part.quantityPerMark)}</td>
                  <td>{millimetres(part.lengthMm)}</td>
                  <td>{millimetres(part.widthMm)}</td>
                  <td>{gramsShown(part.netKg)}</td>
                  <td>{count(part.holes)}</td>
                  <td>{part.drawn && <DrawingButton part={part} />}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
    </div>
  )
}

function DrawingButton({ part }: { readonly part: { readonly id: string; readonly partMark: string } }) {
  const { t } = useTranslation('orders')
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {t('drawing.show')}
      </Button>
      {open && <PartDrawing part={part} onClose={() => setOpen(false)} />}
    </>
  )
}
