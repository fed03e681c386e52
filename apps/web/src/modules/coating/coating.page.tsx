import { useTranslation } from 'react-i18next'
import { usePart } from '../../shared/ui/use-part.ts'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { PartTabs } from '../../shared/ui/part-tabs.tsx'
import { CoatsTable } from './coats-table.tsx'
import { SpecList } from './spec-list.tsx'
import '../quality-records/quality.css'

const parts = ['records', 'specs'] as const

/** Coats of pieces: how thick they are, and in which climate they were applied. */
export function CoatingPage() {
  const { t } = useTranslation('coating')
  const [part, show] = usePart(parts)
  return (
    <div className="page is-filling">
      <PageHeader title={t('shell:route.coating')} note={t('note')} />
      <PartTabs
        label={t('shell:route.coating')}
        parts={parts.map((key) => ({ key, title: t(`part.${key}`) }))}
        shown={part}
        onShow={show}
      >
        {part === 'records' ? <CoatsTable /> : <SpecList />}
      </PartTabs>
    </div>
  )
}
