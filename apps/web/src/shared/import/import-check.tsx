import type {
  ImportError,
  ImportPreview,
  ImportRow,
} from '@cloud-factory/contract/record-import/import-endpoints'
import { Alert, Button, Checkbox, Pagination } from 'antd'
import { useState } from 'react'
import { useTranslation } from '../i18n/use-translation.tsx'
import { count } from '../format/numbers.ts'
import { csvText, downloadText } from '../format/csv.ts'
import { ScrollRegion } from '../ui/scroll-region.tsx'
import { StatusTag } from '../ui/status-tag.tsx'
import { useReasonText } from '../ui/use-reason-text.ts'

interface Props {
  readonly preview: ImportPreview
  /** Records that have been added: more than none while the import goes on, and after it has failed. */
  readonly added: number
  readonly fileName: string
  readonly label: (field: string) => string
  readonly busy: boolean
  readonly onApply: () => void
  readonly onAgain: () => void
}

const pageSize = 50

/** What an import would do, row by row. */
export function ImportCheck({ preview, added, fileName, label, busy, onApply, onAgain }: Props) {
  const { t } = useTranslation('record-import')
  const { rows, columns } = preview
  const sentences = useSentences(preview, label)
  const [isOnlyFaulty, setOnlyFaulty] = useState(false)
  const [isAgreed, setAgreed] = useState(false)
  const faulty = rows.filter(({ state }) => state === 'faulty')
  const fresh = rows.filter(({ state }) => state === 'new').length
  const hasFaulty = faulty.length > 0
  const saveErrors = () => {
    const head = [t('line'), t('state.faulty'), ...columns.map(({ title }) => title)]
    const lines = faulty.map(({ line, errors, cells }) => [line, sentences(errors).join('; '), ...cells])
    downloadText(`${fileName}.csv`, csvText([head, ...lines]), 'text/csv;charset=utf-8')
  }
  return (
    <>
      <p role="status">
        <strong>{fileName}</strong>{' '}
        {t('summary', { fresh, exists: rows.length - fresh - faulty.length, faulty: faulty.length })}
      </p>
      <ColumnNotes preview={preview} label={label} />
      {hasFaulty && (
        <div className="import-actions">
          <Checkbox checked={isOnlyFaulty} onChange={({ target }) => setOnlyFaulty(target.checked)}>
            {t('onlyFaulty')}
          </Checkbox>
          <Button onClick={saveErrors}>{t('errorFile')}</Button>
        </div>
      )}
      {rows.length > 0 && (
        <Rows
          key={String(isOnlyFaulty)}
          rows={isOnlyFaulty ? faulty : rows}
          columns={columns}
          sentences={sentences}
        />
      )}
      {(busy || added > 0) && <Added added={added} total={fresh} busy={busy} />}
      <div className="import-actions is-end">
        {hasFaulty && fresh > 0 && (
          <Checkbox checked={isAgreed} onChange={({ target }) => setAgreed(target.checked)}>
            {t('onlyGood')}
          </Checkbox>
        )}
        <Button disabled={busy} onClick={onAgain}>
          {t('again')}
        </Button>
        <Button
          type="primary"
          loading={busy}
          disabled={fresh === 0 || (hasFaulty && !isAgreed)}
          onClick={onApply}
        >
          {t('apply', { n: fresh - added })}
        </Button>
      </div>
    </>
  )
}

interface AddedProps {
  readonly added: number
  readonly total: number
  readonly busy: boolean
}

/** How far a long import is, and that it has stopped. */
function Added({ added, total, busy }: AddedProps) {
  const { t } = useTranslation('record-import')
  return (
    <>
      <div className="import-progress" role="status">
        <progress value={added} max={total} aria-hidden />
        {t('progress', { n: count(added), total: count(total) })}
      </div>
      {!busy && <Alert type="warning" showIcon title={t('unfinished')} />}
    </>
  )
}

/** What the file lacks, and what of it is not used. */
function ColumnNotes({ preview: { rows, ignored, missing }, label }: Pick<Props, 'preview' | 'label'>) {
  const { t } = useTranslation('record-import')
  const join = t('common:join')
  if (missing.length > 0)
    return (
      <Alert
        type="error"
        showIcon
        title={t('missing', { columns: missing.map(label).join(join) })}
        description={t('missingHelp')}
      />
    )
  return (
    <>
      {ignored.length > 0 && (
        <Alert type="info" showIcon title={t('ignored', { columns: ignored.join(join) })} />
      )}
      {rows.length === 0 && <Alert type="warning" showIcon title={t('empty')} />}
    </>
  )
}

type Sentences = (errors: readonly ImportError[]) => readonly string[]

/** Errors as sentences that begin with the title of the column. */
function useSentences({ columns }: ImportPreview, label: (field: string) => string): Sentences {
  const { t } = useTranslation('record-import')
  const reasonText = useReasonText()
  return (errors) =>
    errors.map(({ field, reason, limit, words }) => {
      const why = reasonText(reason, limit, words)
      const column =
        columns.find((one) => one.field === field)?.title ?? (field === null ? null : label(field))
      return column === null ? why : t('error', { column, reason: why })
    })
}

const tones = { new: 'good', exists: 'neutral', faulty: 'bad' } as const

interface RowsProps {
  readonly rows: readonly ImportRow[]
  readonly columns: ImportPreview['columns']
  readonly sentences: Sentences
}

function Rows({ rows, columns, sentences }: RowsProps) {
  const { t } = useTranslation('record-import')
  const [page, setPage] = useState(1)
  return (
    <>
      <ScrollRegion label={t('rows')} width={260 + columns.length * 110}>
        <table className="import-rows">
          <thead>
            <tr>
              <th scope="col">{t('line')}</th>
              <th scope="col">{t('common:field.result')}</th>
              {columns.map(({ field, title }) => (
                <th key={field} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice((page - 1) * pageSize, page * pageSize).map(({ line, state, cells, errors }) => (
              <tr key={line}>
                <th scope="row">{line}</th>
                <td>
                  <StatusTag tone={tones[state]} text={t(`state.${state}`)} />
                  {sentences(errors).map((sentence) => (
                    <div key={sentence} className="import-error">
                      {sentence}
                    </div>
                  ))}
                </td>
                {columns.map(({ field }, at) => (
                  <td
                    key={field}
                    className={errors.some((one) => one.field === field) ? 'is-wrong' : undefined}
                  >
                    {cells[at]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {rows.length > pageSize && (
        <Pagination
          size="small"
          current={page}
          pageSize={pageSize}
          total={rows.length}
          showSizeChanger={false}
          onChange={setPage}
        />
      )}
    </>
  )
}
