import { PlusOutlined } from '@ant-design/icons'
import type { GradeRow } from '@cloud-factory/contract/material/steel-grades'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link, useNavigate } from 'react-router'
import { count } from '../../shared/format/numbers.ts'
import type { Column } from '../../shared/list/column.ts'
import { RowTable } from '../../shared/list/row-table.tsx'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { QueryState } from '../../shared/ui/problem-alert.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { EditionTag } from './edition-tag.tsx'
import { gradesQuery } from './material.queries.ts'
import './material.css'
import { SearchBox } from '../../shared/list/search-box.tsx'
import { lazyDialog } from '../../shared/ui/lazy-dialog.tsx'

const GradeForm = lazyDialog(async () => (await import('./grade-form.tsx')).GradeForm)

/** Grades of steel and how far their figures can be trusted. */
export function GradesPage() {
  const { t } = useTranslation('material')
  const navigate = useNavigate()
  const [q, setQ] = useState('')
  const [open, setOpen] = useState(false)
  const query = useQuery(gradesQuery(q))
  const { data } = query
  return (
    <div className="page material-page">
      <PageHeader title={t('shell:route.steelGrades')} note={t('grades.note')}>
        <ReasonButton
          type="primary"
          icon={<PlusOutlined />}
          allowed={data?.can.add}
          onClick={() => setOpen(true)}
        >
          {t('action.addGrade')}
        </ReasonButton>
      </PageHeader>
      <div className="list-bar">
        <SearchBox q={q} hint={t('search.grades')} onSearch={setQ} />
      </div>
      <QueryState query={query} />
      {data?.items.length === 0 && <p role="status">{t('empty.grades')}</p>}
      {data !== undefined && data.items.length > 0 && <GradeTable rows={data.items} />}
      {open && (
        <GradeForm
          copyOf={null}
          onSaved={({ id }) => {
            setOpen(false)
            void navigate(`/quality/grade/${id}`)
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}

function GradeTable({ rows }: { readonly rows: readonly GradeRow[] }) {
  const { t } = useTranslation('material')
  return <RowTable<GradeRow> label={t('shell:route.steelGrades')} columns={gradeColumns(t)} rows={rows} />
}

const gradeColumns = (t: TFunction<'material'>): readonly Column<GradeRow>[] => [
  {
    key: 'grade',
    title: t('field.grade'),
    width: 140,
    render: ({ id, code }) => <Link to={`/quality/grade/${id}`}>{code}</Link>,
  },
  { key: 'standard', title: t('field.standard'), width: 140, render: ({ standard }) => standard },
  { key: 'edition', title: t('field.edition'), width: 100, render: ({ edition }) => edition },
  {
    key: 'status',
    title: t('field.status'),
    width: 110,
    render: ({ status }) => <EditionTag status={status} />,
  },
  {
    key: 'figures',
    title: t('field.figures'),
    width: 90,
    align: 'right',
    render: ({ figures }) => count(figures),
  },
  {
    key: 'unchecked',
    title: t('field.unchecked'),
    width: 110,
    align: 'right',
    render: ({ unchecked }) => count(unchecked),
  },
]
