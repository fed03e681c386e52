import './import.css'
import type { ImportView } from '@cloud-factory/contract/order-import/order-imports'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useCallback } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link, useNavigate } from 'react-router'
import { useInstant } from '../../shared/format/dates.ts'
import { count, exactTonnes } from '../../shared/format/numbers.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import type { Column } from '../../shared/list/column.ts'
import { RowTable, usePages } from '../../shared/list/row-table.tsx'
import { StatusTag } from '../../shared/ui/status-tag.tsx'
import { importsOfOrderQuery, orderMayImportQuery, useTemplate } from './imports.queries.ts'
import { UploadBox } from './upload-box.tsx'
import { DownloadOutlined } from '@ant-design/icons'

const tones = {
  reading: 'active',
  ready: 'warn',
  failed: 'bad',
  applying: 'active',
  applied: 'good',
  discarded: 'neutral',
  undone: 'neutral',
} as const

/**
 * Drop area for an order's files, and its imports with links to their pages. Needs the dictionary
 * `imports`.
 */
export function OrderImports({ orderId }: { readonly orderId: string }) {
  const { t } = useTranslation('order-import')
  const navigate = useNavigate()
  const { page, pageSize, pages } = usePages(20)
  const { data: order } = useQuery(orderMayImportQuery(orderId))
  const { data, error, refetch } = useQuery(importsOfOrderQuery(orderId, page, pageSize))
  const columns = useColumns()
  const follow = useCallback(({ id }: ImportView) => void navigate(`/order/import/${id}`), [navigate])
  return (
    <div className="order-imports">
      <UploadBox orderId={orderId} allowed={order?.can.import} onStarted={follow} />
      <TemplateLinks />
      {error !== null && <ProblemAlert error={error} onRetry={() => void refetch()} />}
      {data?.total === 0 ? (
        <p className="page-note">{t('list.none')}</p>
      ) : (
        <RowTable<ImportView>
          label={t('list.title')}
          columns={columns}
          rows={data?.items}
          pages={pages(data?.total)}
        />
      )}
    </div>
  )
}

function useColumns(): readonly Column<ImportView>[] {
  const { t } = useTranslation('order-import')
  const instant = useInstant()
  return [
    {
      key: 'files',
      title: t('common:field.files'),
      width: 220,
      render: ({ id, files }) => (
        <Link to={`/order/import/${id}`}>{filesText(files, t('common:field.files'))}</Link>
      ),
    },
    {
      key: 'status',
      title: t('common:field.status'),
      width: 130,
      render: ({ status, progress }) => (
        <StatusTag
          tone={tones[status]}
          text={status === 'reading' ? `${t(`status.${status}`)} ${progress} %` : t(`status.${status}`)}
        />
      ),
    },
    {
      key: 'pieces',
      title: t('figure.pieces'),
      width: 90,
      align: 'right',
      render: ({ computed }) => count(computed.pieces),
    },
    {
      key: 'tonnes',
      title: t('figure.netT'),
      width: 110,
      align: 'right',
      render: ({ computed }) => exactTonnes(computed.netKg),
    },
    {
      key: 'found',
      title: t('list.found'),
      width: 150,
      render: ({ errors, warnings }) => t('list.foundText', { errors, warnings }),
    },
    { key: 'by', title: t('list.by'), width: 120, render: ({ createdBy }) => createdBy },
    { key: 'at', title: t('list.at'), width: 170, render: ({ createdAt }) => instant(createdAt) },
  ]
}

function filesText(files: ImportView['files'], none: string): string {
  const [first] = files
  if (first === undefined) return none
  return files.length === 1 ? first.name : `${first.name} +${files.length - 1}`
}

/** Links to an empty template. */
function TemplateLinks() {
  const { t } = useTranslation('order-import')
  const template = useTemplate()
  return (
    <>
      <p className="page-note template-links">
        {t('template.help')}
        {(['xlsx', 'csv'] as const).map((format) => (
          <Button
            key={format}
            type="link"
            size="small"
            icon={<DownloadOutlined />}
            loading={template.isPending && template.variables === format}
            onClick={() => template.mutate(format)}
          >
            {t(`template.${format}`)}
          </Button>
        ))}
      </p>
      {template.error !== null && <ProblemAlert error={template.error} />}
    </>
  )
}
