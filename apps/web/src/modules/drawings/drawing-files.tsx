import type { DrawingFileRow, DrawingKind } from '@cloud-factory/contract/drawings/drawings'
import { Form, Input, Select } from 'antd'
import type { TFunction } from 'i18next'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { type Answer, api } from '../../shared/api.ts'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { useSubmit } from '../../shared/form/use-submit.ts'
import type { Versioned } from '../../shared/form/use-save-form.ts'
import { absent, count } from '../../shared/format/numbers.ts'
import type { Column } from '../../shared/list/column.ts'
import { DataTable } from '../../shared/list/data-table.tsx'
import { choices, SelectFilters } from '../../shared/list/select-filter.tsx'
import { useListQuery } from '../../shared/list/use-list-query.ts'
import { type List, useListState } from '../../shared/list/use-list-state.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { say } from '../../shared/ui/say.ts'
import { StatusTag, type Tone } from '../../shared/ui/status-tag.tsx'
import { MarkSelect } from '../orders/mark-select.tsx'
import { drawingFilesQuery, useDrawingsChanged } from './drawings.queries.ts'

const tones: Readonly<Record<DrawingFileRow['outcome'], Tone>> = {
  matched: 'good',
  new_revision: 'good',
  same_file: 'neutral',
  older: 'warn',
  revision_differs: 'bad',
  other_order: 'bad',
  unmatched: 'bad',
  unreadable: 'bad',
}
const outcomes = Object.keys(tones) as DrawingFileRow['outcome'][]
const filterNames = ['outcome'] as const

interface FilesProps {
  readonly orderId: string
  /** To upload more. */
  readonly buttons: ReactNode
}

/** Uploaded drawings to confirm: what each is, and the form that says it for those not recognised. */
export function DrawingFiles({ orderId, buttons }: FilesProps) {
  const { t } = useTranslation('drawings')
  const list = useListState('GET /api/orders/:id/drawing-files', filterNames)
  const query = useListQuery(list, (page) => drawingFilesQuery(orderId, page))
  const { busy, error, confirm, remove } = useFileActions(orderId)
  const [assigned, setAssigned] = useState<DrawingFileRow | null>(null)
  const columns = useMemo(() => fileColumns(t), [t])
  const { ready = 0, counts = {}, can } = query.data ?? {}
  return (
    <>
      {error !== null && <ProblemAlert error={error} />}
      <DataTable
        name="drawing-files"
        label={t('common:field.files')}
        list={list}
        query={query}
        columns={columns}
        empty={t('nothing')}
        onOpen={setAssigned}
        filters={<OutcomeFilter list={list} counts={counts} />}
        actions={
          <>
            {buttons}
            {ready > 0 && (
              <ReasonButton type="primary" loading={busy} allowed={can?.add} onClick={confirm}>
                {t('confirm', { n: count(ready) })}
              </ReasonButton>
            )}
          </>
        }
        rowActions={{
          width: 220,
          render: (row) => (
            <span className="row-actions">
              <ReasonButton type="link" size="small" allowed={can?.add} onClick={() => setAssigned(row)}>
                {t('assign')}
              </ReasonButton>
              <ReasonButton type="link" size="small" danger allowed={can?.add} onClick={() => remove(row)}>
                {t('remove')}
              </ReasonButton>
            </span>
          ),
        }}
      />
      {assigned !== null && <FileForm orderId={orderId} file={assigned} onClose={() => setAssigned(null)} />}
    </>
  )
}

function useFileActions(orderId: string) {
  const { t } = useTranslation('drawings')
  const changed = useDrawingsChanged(orderId)
  const { busy, error, submit } = useSubmit()
  const params = { id: orderId }
  const act = (work: () => Promise<unknown>) => void submit(work).finally(() => void changed())
  const confirm = () =>
    act(async () => {
      const done = await api('POST /api/orders/:id/drawing-files/confirm', { params, body: {} })
      say('success', t('confirmed', { drawings: count(done.drawings), revisions: count(done.revisions) }))
    })
  const remove = ({ id }: DrawingFileRow) =>
    act(() => api('POST /api/orders/:id/drawing-files/remove', { params, body: { ids: [id] } }))
  return { busy, error, confirm, remove }
}

interface FilterProps {
  readonly list: List
  readonly counts: Answer<'GET /api/orders/:id/drawing-files'>['counts']
}

/** Outcomes that occur, with their numbers. */
function OutcomeFilter({ list, counts }: FilterProps) {
  const { t } = useTranslation('drawings')
  const present = outcomes.filter((outcome) => counts[outcome] !== undefined)
  const options = choices(
    present,
    (outcome) => `${t(`outcome.${outcome}`, { no: '' })} (${count(counts[outcome] ?? 0)})`,
  )
  return <SelectFilters list={list} filters={{ outcome: [t('field.outcome'), options] }} />
}

const fileColumns = (t: TFunction<'drawings'>): readonly Column<DrawingFileRow>[] => [
  {
    key: 'fileName',
    title: t('common:field.fileName'),
    width: 190,
    pinned: true,
    sort: 'fileName',
    render: ({ fileName }) => fileName,
  },
  {
    key: 'outcome',
    title: t('field.outcome'),
    width: 190,
    render: ({ outcome, other }) => (
      <StatusTag tone={tones[outcome]} text={t(`outcome.${outcome}`, { no: other?.no ?? '' })} />
    ),
  },
  {
    key: 'drawingNo',
    title: t('field.drawingNo'),
    width: 215,
    render: ({ drawingNo, source }) => (
      <>
        {drawingNo || absent}{' '}
        {source !== null && <small className="page-note">{t(`source.${source}`)}</small>}
      </>
    ),
  },
  { key: 'revision', title: t('common:field.revision'), width: 95, render: (row) => row.revision || absent },
  {
    key: 'current',
    title: t('field.current'),
    width: 145,
    spare: true,
    render: ({ current }) => current ?? absent,
  },
  {
    key: 'marks',
    title: t('common:marks.mark'),
    width: 130,
    render: ({ marks }) => marks.map(({ mark }) => mark).join(', ') || absent,
  },
]

type FileValues = {
  readonly drawingNo: string
  readonly revision: string
  readonly title: string
  readonly kind: DrawingKind
  readonly marks: DrawingFileRow['marks']
}

interface FormProps {
  readonly orderId: string
  readonly file: DrawingFileRow
  readonly onClose: () => void
}

const kinds = ['assembly', 'part', 'erection', 'general'] as const

/** Says by hand which drawing and revision a file is, and of which marks. */
function FileForm({ orderId, file, onClose }: FormProps) {
  const { t } = useTranslation('drawings')
  const changed = useDrawingsChanged(orderId)
  const save = ({ marks, kind, ...values }: FileValues, version: number) =>
    api('PATCH /api/drawing-files/:id', {
      params: { id: file.id },
      body: {
        ...values,
        version,
        markIds: marks.map(({ id }) => id),
        // A proposed kind follows the number: that of a mark makes it an assembly drawing.
        ...(marks.length === 0 && kind === file.kind ? {} : { kind }),
      },
    })
  return (
    <FormDrawer<FileValues, DrawingFileRow>
      title={t('assignTitle', { name: file.fileName })}
      labels={{
        drawingNo: t('field.drawingNo'),
        revision: t('common:field.revision'),
        title: t('common:field.title'),
        kind: t('common:field.kind'),
        marks: t('common:marks.mark'),
      }}
      initial={versioned(file)}
      save={save}
      theirs={(current) => versioned(current as DrawingFileRow)}
      show={(field, value) =>
        field === 'marks' ? (value as FileValues['marks']).map(({ mark }) => mark).join(', ') : undefined
      }
      onSaved={() => {
        void changed()
        onClose()
      }}
      onClose={onClose}
    >
      <FileFields orderId={orderId} file={file} />
    </FormDrawer>
  )
}

function FileFields({ orderId, file }: Omit<FormProps, 'onClose'>) {
  const { t } = useTranslation('drawings')
  return (
    <>
      <div className="form-pair">
        <Form.Item
          name="drawingNo"
          label={t('field.drawingNo')}
          rules={[{ required: true, whitespace: true, message: t('shell:form.required') }]}
        >
          <Input maxLength={60} />
        </Form.Item>
        <Form.Item name="revision" label={t('common:field.revision')}>
          <Input maxLength={10} />
        </Form.Item>
      </div>
      <Form.Item name="title" label={t('common:field.title')}>
        <Input maxLength={200} />
      </Form.Item>
      <Form.Item name="kind" label={t('common:field.kind')}>
        <Select options={kinds.map((value) => ({ value, label: t(`kind.${value}`) }))} />
      </Form.Item>
      <Form.Item name="marks" label={t('common:marks.mark')}>
        <MarksField
          orderId={orderId}
          label={t('common:marks.mark')}
          proposesKind={file.kind === 'general' && file.marks.length === 0}
        />
      </Form.Item>
    </>
  )
}

interface MarksFieldProps {
  readonly orderId: string
  readonly label: string
  /** Chosen marks make it an assembly drawing, unless the user said otherwise. */
  readonly proposesKind: boolean
  /** Both from the form. */
  readonly value?: FileValues['marks']
  readonly onChange?: (marks: FileValues['marks']) => void
}

function MarksField({ orderId, label, proposesKind, value = [], onChange }: MarksFieldProps) {
  const form = Form.useFormInstance<FileValues>()
  return (
    <MarkSelect
      orderId={orderId}
      label={label}
      most={500}
      chosen={value}
      onChoose={(marks) => {
        onChange?.(marks.map(({ id, mark }) => ({ id, mark })))
        if (proposesKind && !form.isFieldTouched('kind'))
          form.setFieldValue('kind', marks.length > 0 ? 'assembly' : 'general')
      }}
    />
  )
}

const versioned = ({
  drawingNo,
  revision,
  title,
  kind,
  marks,
  version,
}: DrawingFileRow): Versioned<FileValues> => ({
  values: { drawingNo, revision, title, kind, marks },
  version,
})
