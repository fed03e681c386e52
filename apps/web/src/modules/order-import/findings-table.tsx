import { DownloadOutlined } from '@ant-design/icons'
import type { ImportView } from '@cloud-factory/contract/order-import/order-imports'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button, Segmented, Table, type TableColumnsType } from 'antd'
import { useState, useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { downloadText } from '../../shared/format/csv.ts'
import { absent } from '../../shared/format/numbers.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ScrollRegion } from '../../shared/ui/scroll-region.tsx'
import { StatusTag } from '../../shared/ui/status-tag.tsx'
import { findingsCsv } from './findings-csv.ts'
import { allFindings, type FindingRow, findingsQuery, type Level } from './imports.queries.ts'

const tones = { error: 'bad', warning: 'warn', info: 'neutral' } as const
const levels = ['error', 'warning', 'info'] as const

/** Findings by file, row and column, each with an explanation. */
export function FindingsTable({ view }: { readonly view: ImportView }) {
  const { t } = useTranslation('order-import')
  const { t: shell } = useTranslation()
  const [level, setLevel] = useState<Level>()
  const [{ page, pageSize }, setPage] = useState({ page: 1, pageSize: 50 })
  const { data, error, isFetching, refetch } = useQuery(findingsQuery(view.id, level, page, pageSize))
  const columns = useColumns()
  return (
    <div className="findings">
      <div className="findings-tools">
        <Segmented<Level | 'all'>
          aria-label={t('findings.level')}
          value={level ?? 'all'}
          options={[
            { value: 'all', label: t('findings.all') },
            ...levels.map((value) => ({ value, label: t(`level.${value}`) })),
          ]}
          onChange={(value) => {
            setLevel(value === 'all' ? undefined : value)
            setPage({ page: 1, pageSize })
          }}
        />
        <DownloadButton view={view} level={level} />
      </div>
      {error !== null && <ProblemAlert error={error} onRetry={() => void refetch()} />}
      <ScrollRegion label={t('findings.title')} width={860}>
        <Table<FindingRow>
          size="small"
          rowKey="id"
          dataSource={data?.items ?? []}
          columns={columns}
          loading={isFetching && data === undefined}
          locale={{
            emptyText: (
              <span className="page-note">
                {isFetching ? '' : t(level === undefined ? 'findings.none' : 'findings.noneOfLevel')}
              </span>
            ),
          }}
          pagination={{
            current: page,
            pageSize,
            total: data?.total ?? 0,
            hideOnSinglePage: true,
            showSizeChanger: true,
            pageSizeOptions: [50, 100, 200],
            showTotal: (total) => shell('table.total', { count: total }),
            onChange: (to, size) => setPage({ page: size === pageSize ? to : 1, pageSize: size }),
          }}
        />
      </ScrollRegion>
    </div>
  )
}

function useColumns(): TableColumnsType<FindingRow> {
  const { t } = useTranslation('order-import')
  const sentence = useFindingText()
  return [
    {
      key: 'level',
      title: t('findings.level'),
      width: 76,
      render: (_, { level }) => <StatusTag tone={tones[level]} text={t(`level.${level}`)} />,
    },
    { key: 'finding', title: t('findings.finding'), render: (_, finding) => sentence(finding) },
    {
      key: 'file',
      title: t('findings.file'),
      width: 150,
      ellipsis: true,
      render: (_, { file }) => orAbsent(file),
    },
    {
      key: 'row',
      title: t('findings.row'),
      width: 70,
      align: 'right',
      render: (_, { row }) => row ?? absent,
    },
    {
      key: 'column',
      title: t('findings.column'),
      width: 120,
      ellipsis: true,
      render: (_, row) => orAbsent(row.column),
    },
    {
      key: 'value',
      title: t('findings.value'),
      width: 120,
      ellipsis: true,
      render: (_, row) => orAbsent(row.value),
    },
  ]
}

const orAbsent = (text: string | null) => (text === null || text === '' ? absent : text)

function DownloadButton({ view, level }: { readonly view: ImportView; readonly level: Level | undefined }) {
  const { t } = useTranslation('order-import')
  const sentence = useFindingText()
  const download = useMutation({
    mutationFn: async () => {
      const words = {
        level: t('findings.level'),
        file: t('findings.file'),
        row: t('findings.row'),
        column: t('findings.column'),
        value: t('findings.value'),
        finding: t('findings.finding'),
      }
      const found = await allFindings(view.id, level)
      const text = findingsCsv(found, words, (word) => t(`level.${word}`), sentence)
      downloadText(`${view.orderNo} ${t('findings.title')}.csv`, text, 'text/csv;charset=utf-8')
    },
  })
  return (
    <>
      <Button icon={<DownloadOutlined />} loading={download.isPending} onClick={() => download.mutate()}>
        {t('findings.download')}
      </Button>
      {download.error !== null && <ProblemAlert error={download.error} />}
    </>
  )
}

type FindingWords = Pick<FindingRow, 'code' | 'file' | 'row' | 'column' | 'value' | 'params'>

/**
 * Explanation of a finding in the user's language: the fault and the remedy. Unknown codes are
 * shown as they are.
 */
function useFindingText(): (finding: FindingWords) => string {
  const { t } = useTranslation('import-findings')
  return useCallback(
    ({ code, file, row, column, value, params }) =>
      t(code, { defaultValue: code, file, row, column: column ?? '', value: value ?? '', ...params }),
    [t],
  )
}
