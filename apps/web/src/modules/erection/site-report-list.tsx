import type { SiteReport } from '@cloud-factory/contract/erection/site-reports'
import { siteReportKinds } from '@cloud-factory/domain/erection/site-states'
import { Modal } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link } from 'react-router'
import { api, download } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { useInstant } from '../../shared/format/dates.ts'
import { DataTable } from '../../shared/list/data-table.tsx'
import { choices, SelectFilters } from '../../shared/list/select-filter.tsx'
import { useListQuery } from '../../shared/list/use-list-query.ts'
import { useListState } from '../../shared/list/use-list-state.ts'
import { useAllowed } from '../../shared/permission.ts'
import { PhotoStrip } from '../../shared/ui/photo-strip.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { ReturnFocus } from '../../shared/ui/return-focus.tsx'
import { reportColumns } from './erection-labels.tsx'
import { siteReportsQuery, useErectionChanged } from './erection.queries.ts'

/** What the site reported about an order. */
export function OrderReports({ orderId }: { readonly orderId: string }) {
  const { t } = useTranslation('erection')
  const instant = useInstant()
  const list = useListState('GET /api/site-reports', ['kind'] as const)
  const query = useListQuery(list, (page) => siteReportsQuery({ ...page, orderId }))
  const [shown, setShown] = useState<SiteReport | null>(null)
  const columns = useMemo(() => reportColumns(t, instant, setShown), [t, instant])
  const [undone, setUndone] = useState<SiteReport | null>(null)
  const canReport = useAllowed({ permission: 'order.ship' })
  return (
    <>
      <DataTable
        name="site-reports"
        label={t('part.reports')}
        list={list}
        query={query}
        columns={columns}
        searchHint={null}
        empty={<p>{t('empty.reports')}</p>}
        filters={
          <SelectFilters
            list={list}
            filters={{ kind: [t('field.kind'), choices(siteReportKinds, (value) => t(`kind.${value}`))] }}
          />
        }
        actions={canReport && <Link to="/order/site">{t('action.report')}</Link>}
        rowActions={{
          width: { zh: 90, other: 100 },
          render: (report) => (
            <ReasonButton
              type="link"
              size="small"
              allowed={report.can.undo}
              onClick={() => setUndone(report)}
            >
              {t('production:undo.action')}
            </ReasonButton>
          ),
        }}
      />
      {undone !== null && <UndoReport report={undone} onClose={() => setUndone(null)} />}
      {shown !== null && <ReportPhotos report={shown} onClose={() => setShown(null)} />}
    </>
  )
}

interface PhotosProps {
  readonly report: SiteReport
  readonly onClose: () => void
}

/** The photos of a report from the site, to which more can be added. */
export function ReportPhotos({ report: first, onClose }: PhotosProps) {
  const { t } = useTranslation('erection')
  const changed = useErectionChanged()
  const [report, setReport] = useState(first)
  const { id } = report
  return (
    <>
      <ReturnFocus />
      <Modal open title={t('photosTitle', { serial: report.piece.serial })} footer={null} onCancel={onClose}>
        <PhotoStrip
          photos={report.photos}
          allowed={report.can.photo}
          upload={async (files, onProgress) =>
            setReport(
              await api('POST /api/site-reports/:id/photos', {
                params: { id },
                upload: { field: 'files', files },
                onProgress,
              }),
            )
          }
          fetch={(photo, signal) =>
            download('GET /api/site-photos/:id/file', { params: { id: photo }, signal })
          }
          onChanged={changed}
          testId="site-photos"
        />
      </Modal>
    </>
  )
}

interface UndoProps {
  readonly report: SiteReport
  readonly onClose: () => void
}

/** Asks why a report from the site is undone, and undoes it. */
export function UndoReport({ report: { id, piece }, onClose }: UndoProps) {
  const { t } = useTranslation('erection')
  const changed = useErectionChanged()
  return (
    <ActionDialog
      title={t('undoTitle')}
      action={t('production:undo.action')}
      danger
      reason="required"
      maxWords={300}
      act={(reason, idempotencyKey) =>
        api('POST /api/site-reports/:id/undo', {
          params: { id },
          body: { reason: reason ?? '' },
          idempotencyKey,
        })
      }
      changed={changed}
      onDone={onClose}
      onClose={onClose}
    >
      {t('undoText', { serial: piece.serial })}
    </ActionDialog>
  )
}
