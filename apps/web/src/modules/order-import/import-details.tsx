import { DownloadOutlined } from '@ant-design/icons'
import type { ImportView } from '@cloud-factory/contract/order-import/order-imports'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button, Segmented } from 'antd'
import { useState, useCallback } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { downloadText } from '../../shared/format/csv.ts'
import { absent, bytesText, count } from '../../shared/format/numbers.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import type { Column } from '../../shared/list/column.ts'
import { RowTable, usePages } from '../../shared/list/row-table.tsx'
import { StatusTag } from '../../shared/ui/status-tag.tsx'
import { findingsCsv } from './findings-csv.ts'
import {
  allFindings,
  type FindingRow,
  findingsQuery,
  type Level,
  useImportFile,
  useReadAgain,
} from './imports.queries.ts'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { needsColumns } from './import.rules.ts'
import { MarksTable } from './marks-table.tsx'
import { ReadingCard } from './reading-card.tsx'

const tones = { error: 'bad', warning: 'warn', info: 'neutral' } as const
const levels = ['error', 'warning', 'info'] as const

/** Findings by file, row and column, each with an explanation. */
function FindingsTable({ view }: { readonly view: ImportView }) {
  const { t } = useTranslation('order-import')
  const [level, setLevel] = useState<Level>()
  const { page, pageSize, toFirst, pages } = usePages(50, [50, 100, 200])
  const { data, error, refetch } = useQuery(findingsQuery(view.id, level, page, pageSize))
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
            toFirst()
          }}
        />
        <DownloadButton view={view} level={level} />
      </div>
      {error !== null && <ProblemAlert error={error} onRetry={() => void refetch()} />}
      <RowTable<FindingRow>
        label={t('findings.title')}
        columns={columns}
        rows={data?.items}
        empty={t(level === undefined ? 'findings.none' : 'findings.noneOfLevel')}
        pages={pages(data?.total)}
      />
    </div>
  )
}

function useColumns(): readonly Column<FindingRow>[] {
  const { t } = useTranslation('order-import')
  const sentence = useFindingText()
  return [
    {
      key: 'finding',
      title: t('findings.finding'),
      width: 300,
      card: 'title',
      render: (finding) => sentence(finding),
    },
    {
      key: 'level',
      title: t('findings.level'),
      width: 76,
      card: 'state',
      render: ({ level }) => <StatusTag tone={tones[level]} text={t(`level.${level}`)} />,
    },
    { key: 'file', title: t('findings.file'), width: 150, render: ({ file }) => orAbsent(file) },
    {
      key: 'row',
      title: t('findings.row'),
      width: 70,
      align: 'right',
      render: ({ row }) => row ?? absent,
    },
    { key: 'column', title: t('findings.column'), width: 120, render: (row) => orAbsent(row.column) },
    { key: 'value', title: t('findings.value'), width: 120, render: (row) => orAbsent(row.value) },
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

/** The files as they were sent: to be fetched back, and while nothing is written, left out or taken in again. */
function ImportFiles({ view }: { readonly view: ImportView }) {
  const { t } = useTranslation('order-import')
  const fetched = useImportFile(view.id)
  const readAgain = useReadAgain(view.id)
  const dropped = view.files.flatMap((file, at) => (file.dropped ? [at] : []))
  const failure = fetched.error ?? readAgain.error
  const several = view.files.length > 1 && (view.status === 'ready' || view.status === 'failed')
  const change = (position: number, drop: boolean) =>
    readAgain.mutate({ without: drop ? [...dropped, position] : dropped.filter((at) => at !== position) })
  return (
    <section>
      {failure !== null && <ProblemAlert error={failure} />}
      <table className="plain-table">
        <caption>{t('common:field.files')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('detected.file')}</th>
            <th scope="col">{t('detected.size')}</th>
            <th scope="col">{t('common:field.actions')}</th>
          </tr>
        </thead>
        <tbody>
          {view.files.map(({ name, bytes, dropped: isDropped }, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- two files may have the same name
            <tr key={at}>
              <td className={isDropped ? 'is-gone' : ''}>{name}</td>
              <td className="is-number">{bytesText(bytes)}</td>
              <td>
                <span className="bulk-buttons">
                  <Button
                    size="small"
                    icon={<DownloadOutlined />}
                    loading={fetched.isPending && fetched.variables === at}
                    onClick={() => fetched.mutate(at)}
                  >
                    {t('detected.download')}
                  </Button>
                  {several && (
                    <ReasonButton
                      size="small"
                      allowed={view.can.read}
                      loading={readAgain.isPending}
                      onClick={() => change(at, !isDropped)}
                    >
                      {t(isDropped ? 'detected.takeIn' : 'detected.leaveOut')}
                    </ReasonButton>
                  )}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

type Part = 'findings' | 'marks' | 'detected'

/** Findings, marks and columns of an import; the part that matters most is shown first. */
export function ImportDetails({ view }: { readonly view: ImportView }) {
  const { t } = useTranslation('order-import')
  const { marks } = view.computed
  const found = view.errors + view.warnings
  const [part, setPart] = useState<Part>(() => firstPart(view))
  return (
    <section className="import-card">
      <Segmented<Part>
        className="import-parts"
        aria-label={t('part.label')}
        value={part}
        options={[
          { value: 'findings', label: t('part.findings', { n: count(found) }) },
          { value: 'marks', label: t('part.marks', { n: count(marks) }) },
          { value: 'detected', label: t('part.detected') },
        ]}
        onChange={setPart}
      />
      {part === 'findings' && <FindingsTable view={view} />}
      {part === 'marks' && <MarksTable importId={view.id} total={marks} />}
      {part === 'detected' && <DetectedFacts view={view} />}
    </section>
  )
}

function firstPart(view: ImportView): Part {
  if (needsColumns(view)) return 'detected'
  const found = view.errors + view.warnings
  return view.status !== 'applied' && (found > 0 || view.computed.marks === 0) ? 'findings' : 'marks'
}

/** Detected properties of the files: encoding and the meaning of each column. */
function DetectedFacts({ view }: { readonly view: ImportView }) {
  return (
    <div className="detected">
      <ImportFiles view={view} />
      <ReadingCard view={view} />
    </div>
  )
}
