import { PlusOutlined } from '@ant-design/icons'
import type { GradeRow } from '@cloud-factory/contract/material/steel-grades'
import { useQuery } from '@tanstack/react-query'
import { Input, Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { ScrollRegion } from '../../shared/ui/scroll-region.tsx'
import { EditionTag } from './edition-tag.tsx'
import { gradesQuery } from './material.queries.ts'
import './material.css'
import { GradeForm } from './grade-form.tsx'

const classes: Readonly<Record<string, string>> = {
  edition: 'is-second',
  figures: 'is-number is-second',
  unchecked: 'is-number',
}

/** Grades of steel and how far their figures can be trusted. */
export function GradesPage() {
  const { t } = useTranslation('material')
  const navigate = useNavigate()
  const [q, setQ] = useState('')
  const [open, setOpen] = useState(false)
  const { data, error, refetch } = useQuery(gradesQuery(q))
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
      <Input
        className="grade-search"
        allowClear
        aria-label={t('search.grades')}
        placeholder={t('search.grades')}
        maxLength={100}
        onChange={({ target }) => setQ(target.value.trim())}
      />
      {error !== null && <ProblemAlert error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton active />}
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
  return (
    <ScrollRegion label={t('shell:route.steelGrades')} width={320}>
      <table className="material-table grade-table">
        <thead>
          <tr>
            {(['grade', 'standard', 'edition', 'status', 'figures', 'unchecked'] as const).map((word) => (
              <th key={word} scope="col" className={classes[word]}>
                {t(`field.${word}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row">
                <Link to={`/quality/grade/${row.id}`}>{row.code}</Link>
              </th>
              <td>
                {row.standard}
                <small className="is-narrow">{row.edition}</small>
              </td>
              <td className="is-second">{row.edition}</td>
              <td>
                <EditionTag status={row.status} />
              </td>
              <td className={classes['figures']}>{row.figures}</td>
              <td className="is-number">{row.unchecked}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
